import type { WallStep } from '@/api/classes/classTypes';
import type { LabFile, StepFile } from '@/steps/labFile';

import { Guesses } from '../results/GameBoard';
import { GoalTally } from '../results/GoalBoard';
import { MapOf } from '../dashboard/MapPanel';
import { Answered, Predicted } from '../results/StepResult';
import { GoalTries } from '../results/GoalTries';

interface WallResultProps {
  readonly lab: LabFile;
  readonly step: StepFile;
  readonly shown: WallStep;
}

/** The part of a step that a wall shows. The service leaves out what must stay hidden. */
export function WallResult({ lab, step, shown }: WallResultProps) {
  const toleranceRatio = shown.tolerance_ratio ?? 0;
  switch (step.kind) {
    case 'text':
      return null;
    case 'map':
      return <MapOf step={step} map={shown.map} heightPx={MAP_PX} />;
    case 'game':
      return <GuessesOf title={step.title} game={shown.game} />;
    case 'run':
    case 'goal':
      return (
        <GoalTally
          isGoal={step.kind === 'goal'}
          runnerCount={shown.runner_count}
          reachedCount={shown.reached_count}
        >
          {shown.tried !== null && <GoalTries step={step} tried={shown.tried} />}
        </GoalTally>
      );
    case 'prediction':
      return <Predicted {...{ lab, step, toleranceRatio }} board={shown} isTruthShown />;
    case 'question':
      return <Answered {...{ step, toleranceRatio }} board={shown} isTruthShown />;
  }
}

function GuessesOf({ title, game }: { title: string; game: WallStep['game'] }) {
  if (game === null) return null;
  return (
    <Guesses
      title={title}
      guessCount={game.guess_count}
      rightCount={game.right_count}
      table={game.table}
    />
  );
}

const MAP_PX = 210;
