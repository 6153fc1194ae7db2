/** The scenario's real schema, as the API describes it: forms are tested against nothing less. */
import openapi from '../../backend/lab/openapi.json';

export function scenarioSchema(): unknown {
  const { components } = openapi;
  return { ...components.schemas.Scenario, components };
}

/** Two algorithms of which the first has one parameter. */
export function algorithmsWithParameter() {
  const gain = {
    name: 'cwnd_gain_ratio',
    kind: 'number',
    default: 2,
    minimum: 1,
    maximum: 8,
    choices: [],
    description: 'Window gain in ProbeBW',
    source: 'a paper',
  };
  return [
    { name: 'bbr2', title: 'BBRv2', parameters: [gain], phases: [] },
    { name: 'fairtt', title: 'FaiRTT', parameters: [], phases: [] },
  ];
}
