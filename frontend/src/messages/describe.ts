/** Words for the parts of a scenario. */
export const describeText = {
  named: (name: string, title: string) => `“${name}”, ${title}`,
  and: ' and ',
  seed: (seed: number) => `seed ${seed}`,
  algorithm: 'Algorithm',
  run: (number: number) => `run ${number}`,
  item: (name: string, number: number) => `${name} (${number})`,
  group: (number: number) => `group ${number}`,
  several: (count: number, name: string) => `${count} × ${name}`,
  bufferUnits: { bdp: 'BDP', packets: 'packets', bytes: 'bytes', seconds: 's' },
  noLoss: 'none',
  burstLoss: 'in bursts',
  queueKinds: {
    droptail: 'drop-tail',
    red: 'RED',
    codel: 'CoDel',
    fq_codel: 'FQ-CoDel',
    pie: 'PIE',
  } as Readonly<Record<string, string>>,
  absent: 'absent',
  present: 'there',
} as const;
