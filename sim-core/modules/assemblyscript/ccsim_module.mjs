/**
 * Makes a module of docs/own-algorithms.md of an algorithm in AssemblyScript. For its compiler:
 *
 *     npx asc algorithm.ts --transform ./ccsim_module.mjs -O --use abort= -o algorithm.wasm
 *
 * The algorithm exports functions such as `on_ack(ack: Ack)`; the file that `moduleEntry` writes
 * exports the functions of the ABI, which call them, and the description as bytes in memory.
 */

const START = ['now_ns', 'packet_bytes', 'header_bytes', 'initial_window_packets'];
const ACK = [
  'now_ns rtt_ns srtt_ns min_rtt_ns newly_acked_packets newly_lost_packets',
  'cumulatively_acked_packets in_flight_packets prior_in_flight_packets delivered_packets',
  'lost_packets una_sequence next_sequence state flags sample_delivered_packets',
  'sample_interval_ns sample_prior_delivered_packets sample_lost_packets',
  'sample_tx_in_flight_packets delivered_ce_packets sample_ce_packets next_departure_ns',
  'send_quantum_packets',
];
const CONGESTION = [
  'now_ns kind reduces_ssthresh in_flight_packets still_in_flight_packets newly_acked_packets',
  'is_cwnd_limited delivered_packets delivered_ce_packets una_sequence next_sequence',
];

/**
 * What an algorithm may export: the ABI's function, whether it must be there, the structure that it
 * gets, if any, its arguments in order, and whether it answers a number.
 */
export const FUNCTIONS = [
  of('on_start', 'ccsim_init', true, 'Start', [...START, 'handshake_rtt_ns']),
  of('on_ack', 'ccsim_on_ack', true, 'Ack', words(ACK)),
  of('on_congestion', 'ccsim_on_congestion', true, 'Congestion', words(CONGESTION)),
  plain('on_sent', 'now_ns in_flight_before_packets is_retransmission was_app_limited'),
  plain('on_restart', 'now_ns last_sent_ns was_app_limited'),
  plain(
    'on_lost',
    'now_ns sequence delivered_packets tx_in_flight_packets lost_since_packets was_app_limited',
  ),
  plain('on_recovery_exit', 'now_ns left_state in_flight_packets'),
  plain('on_undo', 'now_ns in_flight_packets'),
  plain('on_idle_restart', 'now_ns timeout_count'),
  plain('pacing_rate_bps', ''),
  plain('ssthresh_packets', ''),
  plain('after_ack', ''),
  plain('series', 'index'),
  { ...plain('set_parameter', 'index value'), answers: false },
];

function of(name, abi, isRequired, structure, fields) {
  return { name, abi, isRequired, structure, fields, answers: true };
}

function plain(name, fields) {
  return of(name, `ccsim_${name}`, false, '', words([fields]));
}

function words(lines) {
  return lines.join(' ').split(' ').filter(Boolean);
}

/** What a function of an algorithm looks like, as its author writes it. */
export function signature({ name, structure, fields, answers }) {
  const taken = structure ? [`${structure.toLowerCase()}: ${structure}`] : fields.map(integer);
  return `function ${name}(${taken.join(', ')}): ${answers ? 'i64' : 'void'}`;
}

function integer(field) {
  return `${field}: i64`;
}

/** A problem of an algorithm's text, with the line (from 1) where it is. */
export class TextProblem extends Error {
  constructor(line, message) {
    super(message);
    this.line = line;
  }
}

/** The lines, from 1, on which an algorithm's text exports functions, by their names. */
export function exportedLines(text) {
  const found = new Map();
  text.split('\n').forEach((line, index) => {
    const name = /^export function (\w+)/.exec(line)?.[1];
    if (name !== undefined) found.set(name, index + 1);
  });
  return found;
}

/**
 * The text of the file that exports what the ABI asks for. `path` is the algorithm's, as an import
 * names it. Throws TextProblem.
 */
export function moduleEntry(text, path) {
  const bytes = descriptionBytes(text);
  const exported = exportedLines(text);
  const there = FUNCTIONS.filter(({ name, isRequired }) => {
    if (isRequired && !exported.has(name)) throw new TextProblem(1, `it does not export ${name}`);
    return exported.has(name);
  });
  return [
    `import * as algorithm from "${path}";`,
    'import { Start, Ack, Congestion } from "./ccsim";',
    'export function ccsim_abi_version(): i64 { return 1; }',
    `export function ccsim_description(): usize { return memory.data<u8>([${bytes.join()}]); }`,
    `export function ccsim_description_bytes(): i64 { return ${bytes.length}; }`,
    ...there.map(exportedFunction),
    '',
  ].join('\n');
}

// One line for each, so that the line of an error names the function.
function exportedFunction({ name, abi, structure, fields, answers }) {
  const head = `export function ${abi}(${fields.map(integer).join(', ')})`;
  if (!answers) return `${head}: void { algorithm.${name}(${fields.join(', ')}); }`;
  if (!structure) return `${head}: i64 { return algorithm.${name}(${fields.join(', ')}); }`;
  const event = `changetype<${structure}>(memory.data(${8 * fields.length}))`;
  const filled = fields.map((field) => `event.${field} = ${field};`).join(' ');
  return `${head}: i64 { const event = ${event}; ${filled} return algorithm.${name}(event); }`;
}

function descriptionBytes(text) {
  const found = /^const description = `([^`]*)`/m.exec(text);
  if (found === null) {
    throw new TextProblem(1, 'it has no line that begins: const description = `');
  }
  const line = text.slice(0, found.index).split('\n').length;
  try {
    JSON.parse(found[1]);
  } catch (error) {
    throw new TextProblem(line, `the description is not JSON: ${error.message}`);
  }
  return [...new TextEncoder().encode(found[1])];
}

const USER = 0;
const USER_ENTRY = 1;

/** What the compiler calls when it has parsed the algorithm. */
export default class CcsimModule {
  afterParse(parser) {
    const algorithm = parser.sources.find(
      ({ sourceKind, normalizedPath }) =>
        sourceKind === USER_ENTRY && !normalizedPath.startsWith('~lib/'),
    );
    // Its exports are for the file that is added, which alone exports from the module.
    algorithm.sourceKind = USER;
    // Else its text would also be in the module as a string of 16-bit units.
    algorithm.statements = algorithm.statements.filter(
      ({ declarations }) => declarations?.[0]?.name.text !== 'description',
    );
    const entry = moduleEntry(algorithm.text, `./${algorithm.normalizedPath.replace(/\.ts$/, '')}`);
    parser.parseFile(entry, 'ccsim_module.ts', true);
  }
}
