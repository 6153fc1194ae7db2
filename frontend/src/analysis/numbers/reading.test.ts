import { describe, expect, it } from 'vitest';

import { isBegun, numberIn, readNumber, type Takes } from './reading';

const takes = (unit: string, factor: number, more: Partial<Takes> = {}): Takes => ({
  unit,
  factor,
  isWhole: false,
  minimum: null,
  maximum: null,
  ...more,
});

const FIELDS = {
  loss: takes('%', 0.01, { minimum: 0, maximum: 1 }),
  rtt: takes('ms', 1e-3, { minimum: 0, maximum: 60 }),
  duration: takes('s', 1, { minimum: 0, maximum: 3600 }),
  rate: takes('Mbit/s', 1e6, { isWhole: true, minimum: 1000, maximum: 4e11 }),
  rateInKilobits: takes('kbit/s', 1e3, { isWhole: true, minimum: 1000, maximum: 4e11 }),
  bytes: takes('bytes', 1, { isWhole: true, minimum: 1, maximum: 1e9 }),
  count: takes('', 1, { isWhole: true, minimum: 1, maximum: 10_000 }),
  plain: takes('', 1),
  seed: takes('', 1, { isWhole: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  buffer: takes('BDP', 1, { minimum: 0, others: ['packets', 'data', 'time'] }),
  kilobytes: takes('kB', 1e3, { minimum: 0 }),
  answerInMs: takes('ms', 1),
  cuts: takes('cuts', 1),
} as const;

type FieldName = keyof typeof FIELDS;

const READ: readonly (readonly [FieldName, string, number])[] = [
  // The three that were read wrong: a decimal comma.
  ['loss', '0,15', 0.0015],
  ['rtt', '22,5', 0.0225],
  ['rate', '1,5', 1_500_000],
  ['buffer', '0,5', 0.5],
  ['plain', '4,5', 4.5],
  ['loss', '0.15', 0.0015],
  ['loss', '0.15%', 0.0015],
  ['loss', '0,15 %', 0.0015],
  ['loss', '0,150', 0.0015],
  ['loss', '2 permille', 0.002],
  ['loss', '1500 ppm', 0.0015],
  ['rtt', '.5', 0.0005],
  ['rtt', ',5', 0.0005],
  ['rtt', '12.', 0.012],
  ['rtt', '1.234', 0.001234],
  ['rtt', '0.3', 0.0003],
  // Thousands.
  ['plain', '1,234,567', 1_234_567],
  ['plain', '1.234.567,5', 1_234_567.5],
  ['plain', '1,234.5', 1234.5],
  ['plain', '1.234,5', 1234.5],
  ['plain', '10 000', 10_000],
  ['plain', '10\u202f000', 10_000],
  ['plain', '10\u00a0000,5', 10_000.5],
  ['plain', '10\u2009000', 10_000],
  ['plain', '1’234’567.5', 1_234_567.5],
  ['plain', "1'234", 1234],
  ['plain', '10_000', 10_000],
  ['plain', '10,000', NaN],
  ['plain', '1234,567', 1234.567],
  ['plain', '0,125', 0.125],
  // One comma before three digits, where only one reading is possible.
  ['count', '1,234', 1234],
  ['seed', '1,234', 1234],
  ['loss', '1,234', 0.01234],
  // Exponents and signs.
  ['plain', '1e-2', 0.01],
  ['plain', '1,5E3', 1500],
  ['plain', '1.5×10^3', 1500],
  ['plain', '\u22125', -5],
  ['plain', '+5', 5],
  ['rate', '1e1', 10_000_000],
  // Units.
  ['rate', '10 Gbit/s', 1e10],
  ['rate', '10Gbps', 1e10],
  ['rate', '10G', 1e10],
  ['rate', '10 m', 10_000_000],
  ['rate', '10K', 10_000],
  ['rate', '1,5 Mbit/s', 1_500_000],
  ['rate', '500 kbit/s', 500_000],
  ['rate', '10mbps', 10_000_000],
  ['rate', '10 Mb/s', 10_000_000],
  ['rate', '10 MB/s', 80_000_000],
  ['rate', '10 MBps', 80_000_000],
  ['rate', '10 Mbits/sec', 10_000_000],
  ['rate', '10 Mbit / s', 10_000_000],
  ['rate', '1 MiB/s', 8_388_608],
  ['rateInKilobits', '10 Mbit/s', 10_000_000],
  ['rateInKilobits', '10', 10_000],
  ['rtt', '40ms', 0.04],
  ['rtt', '0,04 s', 0.04],
  ['rtt', '40 MS', 0.04],
  ['rtt', '300 µs', 0.0003],
  ['rtt', '300 us', 0.0003],
  ['rtt', '300 μs', 0.0003],
  ['duration', '2 min', 120],
  ['duration', '1,5 min', 90],
  ['duration', '0.1 h', 360],
  ['bytes', '64 KiB', 65_536],
  ['bytes', '64 kB', 64_000],
  ['bytes', '64 KB', 64_000],
  ['bytes', '1,5 MiB', 1_572_864],
  ['kilobytes', '64 KiB', 65_536],
  ['kilobytes', '64', 64_000],
  ['count', '10k', 10_000],
  ['plain', '70%', 0.7],
  ['plain', '3x', 3],
  ['answerInMs', '0,5 s', 500],
  ['answerInMs', '22,5', 22.5],
  ['cuts', '12 cuts', 12],
  // A field that changes its unit: in base units of the unit that was typed.
  ['buffer', '2 BDP', 2],
  ['buffer', '64 KiB', 65_536],
  ['buffer', '40 ms', 0.04],
  ['buffer', '100 packets', 100],
];

describe('a typed number', () => {
  it.each(READ)('%s: %s', (field, text, value) => {
    const read = numberIn(text, FIELDS[field]);
    if (Number.isNaN(value)) expect(read).toBeNull();
    else expect(read).toBe(value);
  });

  it('is exact to the last bit in every unit', () => {
    for (let count = 1; count <= 2000; count += 1) {
      const text = String(count / 100);
      expect(numberIn(text, FIELDS.loss)).toBe(Number(`${count}e-4`));
      expect(numberIn(`${text.replace('.', ',')} ms`, FIELDS.duration)).toBe(Number(`${count}e-5`));
    }
  });
});

const UNCLEAR: readonly (readonly [FieldName, string, readonly string[]])[] = [
  ['rtt', '1,234', ['1.234 ms', '1234 ms']],
  ['plain', '12,345', ['12.345', '12345']],
  ['rate', '1,234 Mbit/s', ['1.234 Mbit/s', '1234 Mbit/s']],
  ['rtt', '2 m', ['2 ms']],
  ['duration', '2 m', ['2 ms', '2 min']],
  ['rate', '10 MBPS', ['10 Mbit/s', '10 MB/s']],
  ['bytes', '64k', ['64 kB', '64 KiB']],
];

describe('an unclear number', () => {
  it.each(UNCLEAR)('%s: %s', (field, text, texts) => {
    const reading = readNumber(text, FIELDS[field]);
    if (texts.length === 1) {
      expect(reading).toMatchObject({ kind: 'number', meaning: { text: texts[0] } });
      return;
    }
    expect(reading.kind).toBe('unclear');
    if (reading.kind !== 'unclear') return;
    expect(reading.meanings.map((each) => each.text)).toEqual(texts);
    for (const { text: clear, value } of reading.meanings) {
      expect(numberIn(clear, FIELDS[field])).toBe(value);
    }
  });
});

const REFUSED: readonly (readonly [FieldName, string, string])[] = [
  ['rate', '40 ms', 'other unit'],
  ['rtt', '10 Mbit/s', 'other unit'],
  ['rate', '10 MB', 'other unit'],
  ['bytes', '64 kb', 'other unit'],
  ['count', '64 KiB', 'other unit'],
  ['count', '5%', 'other unit'],
  ['rtt', '40 apples', 'unknown unit'],
  ['plain', '12 m', 'unknown unit'],
  ['rate', '40 s', 'other unit'],
  ['plain', '1.2.3', 'no number'],
  ['plain', '1,2,3', 'no number'],
  ['plain', '1,23,456', 'no number'],
  ['plain', '12.345,678,9', 'no number'],
  ['plain', '1 2', 'no number'],
  ['plain', '10 00', 'no number'],
  ['plain', 'NaN', 'no number'],
  ['plain', 'Infinity', 'no number'],
  ['plain', '1e999', 'no number'],
  ['plain', '0x10', 'unknown unit'],
  ['plain', '-', 'no number'],
  ['plain', '1/3', 'unknown unit'],
  ['plain', '10²', 'unknown unit'],
  ['plain', '9'.repeat(500), 'no number'],
  ['plain', '', 'empty'],
  ['plain', ' ', 'empty'],
];

describe('what is no number', () => {
  it.each(REFUSED)('%s: %s', (field, text, kind) => {
    expect(readNumber(text, FIELDS[field]).kind).toBe(kind);
    expect(numberIn(text, FIELDS[field])).toBeNull();
  });

  it('of a count is a fraction, and no grouped number: a single point is a decimal point', () => {
    expect(numberIn('1.234', FIELDS.count)).toBe(1.234);
    expect(numberIn('1,5', FIELDS.count)).toBe(1.5);
  });
});

describe('a number that is being typed', () => {
  const begun = (field: FieldName, whole: string) => {
    for (let length = 1; length <= whole.length; length += 1) {
      const text = whole.slice(0, length);
      const isGood = readNumber(text, FIELDS[field]).kind === 'number';
      expect([text, isGood || isBegun(text, FIELDS[field])]).toEqual([text, true]);
    }
  };

  it('is not wrong before it is finished', () => {
    begun('rate', '10 Gbit/s');
    begun('rate', '1,5 Mbit/s');
    begun('plain', '1,234,567');
    begun('plain', '1.234.567,5');
    begun('plain', '10 000');
    begun('plain', '\u22121,5e-3');
    begun('duration', '2 minutes');
    begun('buffer', '64 KiB');
    begun('loss', '0,15 per cent');
    begun('rtt', '.5');
  });

  it('is wrong at once where nothing can make a number of it', () => {
    for (const text of ['x', '1.2.3.', '10 apples', '1,,', '--']) {
      expect([text, isBegun(text, FIELDS.plain)]).toEqual([text, false]);
    }
  });
});
