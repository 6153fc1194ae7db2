/** The scenario's real schema, as the API describes it: forms are tested against nothing less. */
import openapi from '../openapi.json';

export function scenarioSchema(): unknown {
  const { components } = openapi;
  return { ...components.schemas.Scenario, components };
}
