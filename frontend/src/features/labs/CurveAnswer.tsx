import { useState } from 'react';

import type { Json } from '@/api/labs';
import type { Scenario } from '@/api/types';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './answer.module.css';
import { CurvePad } from './CurvePad';
import { curveAxes } from '@/steps/curveAxes';
import { drawnOf, NOTHING, pointsOf, storedPoints, type Drawn } from '@/steps/drawnCurve';
import type { CurvePrediction } from '@/steps/labFile';

interface CurveAnswerProps {
  readonly label: string;
  readonly prediction: CurvePrediction;
  readonly scenario: Scenario;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** A curve over time, drawn on empty axes. */
export function CurveAnswer({ label, prediction, scenario, value, onChange }: CurveAnswerProps) {
  const { duration_s } = scenario;
  const [drawn, setDrawn] = useState<Drawn>(() => drawnOf(storedPoints(value), duration_s));
  const axes = curveAxes(prediction, scenario);
  if (axes === null) {
    return (
      <Note title="This curve cannot be drawn here.">{`No plot shows ${prediction.series}.`}</Note>
    );
  }
  const draw = (next: Drawn) => {
    setDrawn(next);
    const points = pointsOf(next, duration_s);
    onChange(points.length < 2 ? null : points);
  };
  return (
    <div>
      <CurvePad
        label={label}
        axes={axes}
        drawn={drawn}
        durationSeconds={duration_s}
        onDraw={draw}
      />
      <div className={styles.padFoot}>
        <Button size="xs" disabled={drawn === NOTHING} onClick={() => draw(NOTHING)}>
          Start again
        </Button>
        <p className="small quiet">
          Draw with the pointer or a finger from left to right. By keyboard: Tab to the square, up
          and down move it, left and right go to the next one.
        </p>
      </div>
    </div>
  );
}
