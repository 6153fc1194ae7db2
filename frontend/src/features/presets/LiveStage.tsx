import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { painted } from '@/ui/painted';

import { seedCount, type Batch } from './batch';
import { ComparisonStage, type ComparisonStageProps } from './ComparisonStage';
import type { LiveComparison, LiveProps } from './live';
import { knownCase, type Comparable, type Setting } from './setting';

interface LiveStageProps extends ComparisonStageProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly titleOf: (algorithm: string) => string;
}

/** The stage: of a setting of which no seed is known, curves by the core in this browser. */
export function LiveStage({ comparable, setting, shown, titleOf, ...stage }: LiveStageProps) {
  const isKnown =
    knownCase(comparable, setting) !== null || (shown?.setting === setting && seedCount(shown) > 0);
  const core = useLiveComparison(comparable, isKnown);
  const [props, setProps] = useState<LiveProps | null>(null);
  useEffect(() => {
    if (core === null) return;
    if (!isKnown) core.show(setting, titleOf, setProps);
    else {
      core.rest();
      setProps(null);
    }
  }, [core, setting, isKnown, titleOf]);
  return <ComparisonStage {...stage} {...(isKnown ? null : props)} />;
}

/** What is moved to set something else. */
const CONTROLS = 'input, select';

/** Loaded when somebody comes to a control, or needs it already; never before the first picture. */
function useLiveComparison(comparable: Comparable, isKnown: boolean): LiveComparison | null {
  const queryClient = useQueryClient();
  const [core, setCore] = useState<LiveComparison | null>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const come = ({ target }: Event) => {
      if (target instanceof Element && target.closest(CONTROLS) !== null) setWanted(true);
    };
    for (const event of ['pointerover', 'focusin']) document.addEventListener(event, come);
    return () => {
      for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, come);
    };
  }, []);
  const isNeeded = isWanted || !isKnown;
  useEffect(() => {
    if (!isNeeded) return;
    let opened: LiveComparison | null = null;
    let isHere = true;
    void painted()
      .then(() => import('./live'))
      .then(({ openLive }) => openLive(queryClient, comparable))
      .then((live) => {
        if (!isHere) return live?.close();
        opened = live;
        setCore(live);
      })
      // The server's seeds come without it.
      .catch(() => undefined);
    return () => {
      isHere = false;
      opened?.close();
    };
  }, [isNeeded, queryClient, comparable]);
  return core;
}
