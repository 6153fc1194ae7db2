/** Words of links and files that hold a scenario. */
export const linkText = {
  aLink: 'a link',
  tooLarge: 'It holds more than 1 MiB, which is more than a scenario needs.',
  damaged: 'It is damaged: a part of it may be missing. Copy it once more, from # to its end.',
  notObject: 'It holds no scenario: that is a JSON object, { "duration_s": … }.',
  badSeed: (seed: string) => `seed is "${seed}"; it must be a whole number from 0 to 2^53 - 1.`,
  notOpened: (name: string) => `${name} was not opened`,
  otherFile:
    'A scenario or an experiment is a JSON file. What the lab exports opens as well: a result (.json) or the ZIP.',
  noScenario: (field: string) =>
    `${field} is missing: a result opens by the scenario that it was computed from.`,
  otherZip: 'A ZIP opens if the lab has written it: scenario.json is not in this one.',
  damagedZip: 'This ZIP cannot be read. It may not have arrived whole.',
  title: 'Link without a server',
  why: 'The scenario itself is in it. It opens in any FaiRTT Lab, and nothing of it reaches a server before Run.',
  whyRun: 'It holds the settings and the seed, not the result: who opens it runs it again.',
  whyOneRun: (label: string) =>
    `It holds the settings and the seed of ${label}, not the result: who opens it runs it again.`,
  whyExperiment: 'It holds the definition, not the numbers: who opens it runs it again.',
  copyItem: 'Link without a server',
  notJson: 'The text has to be JSON first',
  long: (characters: string) =>
    `It has ${characters} characters; some programs cut links off. A file always opens.`,
} as const;
