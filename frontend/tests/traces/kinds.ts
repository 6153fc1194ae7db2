/**
 * A well-formed file of each kind that is read, of any size: to be damaged, and to see what a large
 * one takes. Times are 10 ms apart, so that a file of 100 MB lasts hours.
 */
import { type Segment, pcapng, pcapOf } from './pcap';

export interface Kind {
  readonly name: string;
  /** What a file of it may be called: readers use names only where the content does not decide. */
  readonly file: string;
  readonly head: string | Uint8Array;
  readonly record: (index: number) => string | Uint8Array;
  readonly tail?: string | ((count: number) => string);
  /** Of the tail, for each record. */
  readonly tail_bytes?: number;
}

const at_s = (index: number) => (index * 0.01).toFixed(2);
const epoch_s = (index: number) => (1_767_225_600 + index * 0.01).toFixed(2);
const up = (index: number) => 10_000 + (index % 50) * 1448;
const stream = (index: number) =>
  `{"streams":[{"socket":5,"start":${at_s(index)},"end":${at_s(index + 1)},"secon` +
  `ds":0.01,"bytes":12500,"bits_per_second":1e7,"retransmits":0,"snd_cwnd":` +
  `${up(index)},"rtt":20000,"omitted":false,"sender":true}]}`;
const START =
  '"start":{"version":"iperf 3.12","connecting_to":{"host":"192.0.2.1"},"test_sta' +
  'rt":{"protocol":"TCP","num_streams":1,"omit":0,"reverse":0}}';
const packetSent = (index: number) =>
  `{"time":${index * 10},"name":"quic:packet_sent","data":{"header":{"packet_type` +
  `":"1RTT","packet_number":${index}},"raw":{"length":1250}}}`;
const metrics = (index: number) =>
  `{"time":${index * 10},"name":"recovery:metrics_updated","data":{"congestion_wi` +
  `ndow":${up(index)},"latest_rtt":20.5}}`;

/** Data and its ACK, whose times and numbers are written over those of a pattern. */
function packets(
  pattern: (segment: Segment) => Uint8Array,
  time: (view: DataView, micros: number) => void,
  ip: number,
): (index: number) => Uint8Array {
  const [data, ack] = [
    pattern({ time_s: 0, seq: 1, bytes: 1448 }),
    pattern({ time_s: 0, seq: 1, isReply: true }),
  ];
  return (index) => {
    const both = new Uint8Array(data.length + ack.length);
    both.set(data);
    both.set(ack, data.length);
    const [first, second] = [
      new DataView(both.buffer, 0, data.length),
      new DataView(both.buffer, data.length),
    ];
    time(first, index * 10_000);
    time(second, index * 10_000 + 5000);
    first.setUint32(ip + 24, 1 + index * 1448);
    second.setUint32(ip + 28, 1 + (index + 1) * 1448);
    return both;
  };
}

const PCAP_HEAD = 24;
const OF_PCAP = { time: 0, ip: 16 + 14 };
const pcapPattern = (segment: Segment) => pcapOf([segment]).slice(PCAP_HEAD);
const NG = pcapng([{ time_s: 0, seq: 1 }]);
const NG_HEAD = 28 + 20;
const ngPattern = (segment: Segment) => pcapng([segment]).slice(NG_HEAD);

export const KINDS: readonly Kind[] = [
  {
    ...{ name: 'iperf3', file: 'a.json', head: `{${START},"intervals":[` },
    record: (index) => (index === 0 ? '' : ',') + stream(index),
    tail: '],"end":{}}',
  },
  {
    ...{
      name: 'iperf3 --json-stream',
      file: 'a.json',
      head: `{"event":"start","data":${START.slice(8)}}\n`,
    },
    record: (index) => `{"event":"interval","data":${stream(index)}}\n`,
    tail: '{"event":"end","data":{}}\n',
  },
  {
    name: 'iperf report',
    file: 'a.txt',
    head:
      'Connecting to host 192.0.2.1, port 5201\n[  5] local 192.0.2.2 port 40000 conn' +
      'ected to 192.0.2.1 port 5201\n[ ID] Interval           Transfer     Bitrate   ' +
      '      Retr  Cwnd\n',
    record: (index) =>
      `[  5]   ${at_s(index)}-${at_s(index + 1)}   sec  12.5 KBytes  10.0 Mbits/sec  ` +
      `  0   ${up(index) / 1000} KBytes\n`,
  },
  {
    name: 'ss',
    file: 'a.log',
    head: '',
    record: (index) =>
      `${(1795305422 + index * 0.01).toFixed(6)}\nESTAB 0 0 192.0.2.2:40000 192.0.2.1` +
      `:5201\n\t cubic rto:204 rtt:20.5/0.4 mss:1448 cwnd:${10 + (index % 50)} bytes_` +
      `sent:${index * 12500} bytes_acked:${index * 12500} bytes_received:4 delivery_r` +
      `ate 10000000bps minrtt:20\n`,
  },
  {
    ...{ name: 'qlog (JSON)', file: 'a.qlog' },
    head:
      '{"qlog_format":"JSON","qlog_version":"0.3","traces":[{"vantage_point":{"type":' +
      '"server"},"common_fields":{},"events":[',
    record: (index) => `${index === 0 ? '' : ','}${packetSent(index)},${metrics(index)}`,
    tail: ']}]}',
  },
  {
    ...{ name: 'qlog (JSON-SEQ)', file: 'a.sqlog' },
    head:
      '\u001e{"qlog_format":"JSON-SEQ","qlog_version":"0.3","trace":{"vantage_point":' +
      '{"type":"server"},"common_fields":{}}}\n',
    record: (index) => `\u001e${packetSent(index)}\n\u001e${metrics(index)}\n`,
  },
  {
    ...{ name: 'pcap', file: 'a.pcap', head: pcapOf([]) },
    record: packets(
      pcapPattern,
      (view, micros) => {
        view.setUint32(OF_PCAP.time, Math.floor(micros / 1e6), true);
        view.setUint32(OF_PCAP.time + 4, micros % 1e6, true);
      },
      OF_PCAP.ip,
    ),
  },
  {
    ...{ name: 'pcapng', file: 'a.pcapng', head: NG.slice(0, NG_HEAD) },
    record: packets(
      ngPattern,
      (view, micros) => {
        view.setUint32(12, Math.floor(micros / 2 ** 32), true);
        view.setUint32(16, micros % 2 ** 32, true);
      },
      28 + 14,
    ),
  },
  {
    ...{ name: 'iperf 2 -y C', file: 'a.csv', head: '' },
    record: (index) =>
      `20261121235702,192.0.2.2,40000,192.0.2.1,5001,3,${at_s(index)}-` +
      `${at_s(index + 1)},12500,10000000\n`,
  },
  {
    ...{ name: 'ns-3 FlowMonitor', file: 'a.xml', tail: '</FlowStats>\n</FlowMonitor>\n' },
    head: '<?xml version="1.0" ?>\n<FlowMonitor>\n<FlowStats>\n',
    record: (index) =>
      `<Flow flowId="${index + 1}" timeFirstTxPacket="+0ns" timeFirstRxPacket="+2e+07` +
      `ns" timeLastTxPacket="+9e+09ns" timeLastRxPacket="+1e+10ns" delaySum="+1e+10ns` +
      `" jitterSum="+1e+08ns" lastDelay="+2e+07ns" txBytes="12500000" rxBytes="125000` +
      `00" txPackets="8333" rxPackets="8333" lostPackets="0" timesForwarded="0">\n</F` +
      `low>\n`,
  },
  {
    ...{ name: "ns-3's cwnd", file: 'cwnd.dat', head: '#Time cwnd\n' },
    record: (index) => `${at_s(index)}\t${up(index)}\n`,
  },
  {
    ...{
      name: 'Pantheon',
      file: 'uplink.log',
      head: '# mahimahi mm-link (uplink)\n# base timestamp: 1795305422000\n',
    },
    record: (index) => `${index * 10} + 1504\n${index * 10} # 1504\n${index * 10} - 1504 12\n`,
  },
  {
    ...{ name: 'tcp_probe', file: 'a.txt', head: '' },
    record: (index) =>
      `${at_s(index)}0000000 192.0.2.2:40000 192.0.2.1:5201 32 0x` +
      `${((index + 20) * 1448).toString(16)} 0x${(index * 1448).toString(16)} ` +
      `${10 + (index % 50)} 100 65535 20 65535\n`,
  },
  {
    ...{ name: 'ping', file: 'a.txt', head: 'PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n' },
    record: (index) =>
      `64 bytes from 192.0.2.1: icmp_seq=${index + 1} ttl=63 time=${20 + (index % 5)}.5 ms\n`,
  },
  {
    ...{ name: 'tcpdump', file: 'a.txt', head: '' },
    record: (index) =>
      `${epoch_s(index)}0001 IP 192.0.2.2.40000 > 192.0.2.1.5201: Flags [.], seq ` +
      `${1 + index * 1448}:${1449 + index * 1448}, ack 1, win 502, length 1448\n` +
      `${epoch_s(index)}0002 IP 192.0.2.1.5201 > 192.0.2.2.40000: Flags [.], ack ` +
      `${1449 + index * 1448}, win 502, length 0\n`,
  },
  {
    ...{
      name: 'tshark -T fields',
      file: 'a.tsv',
      head: 'frame.time_relative\tip.src\tip.dst\ttcp.srcport\ttcp.seq\ttcp.ack\ttcp.len\n',
    },
    record: (index) =>
      `${at_s(index)}\t192.0.2.2\t192.0.2.1\t40000\t${1 + index * 1448}\t1\t1448\n`,
  },
  {
    ...{ name: 'tshark -T ek', file: 'a.json', head: '' },
    record: (index) =>
      `{"index":{"_index":"p","_type":"doc"}}\n{"timestamp":"${index}","layers":{"frame":` +
      `{"frame_frame_time_epoch":"${at_s(index)}"},"ip":{"ip_ip_src":"192.0.2.2","ip_ip_dst":` +
      `"192.0.2.1"},"tcp":{"tcp_tcp_srcport":"40000","tcp_tcp_seq":"${1 + index * 1448}",` +
      `"tcp_tcp_ack":"1","tcp_tcp_len":"1448"}}}\n`,
  },
  {
    ...{ name: 'ns-2', file: 'a.tr', head: '' },
    record: (index) => `r ${at_s(index)} 2 3 tcp 1040 ------- 1 0.0 3.0 ${index} ${index}\n`,
  },
  {
    name: 'sar',
    file: 'a.txt',
    head: '00:00:00     IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   %ifutil\n',
    record: (index) =>
      `${new Date(1000 * (1 + (index % 80_000))).toISOString().slice(11, 19)}      eth0` +
      `    820.00    410.00   1159.67     ${26 + (index % 5)}.00      0.76\n`,
  },
  {
    name: 'OMNeT++',
    file: 'a.vec',
    head:
      'version 3\nvector 0 N.client cwnd:vector ETV\n' + 'vector 1 N.server throughput:vector TV\n',
    record: (index) => `0\t${index}\t${at_s(index)}\t${up(index)}\n1\t${at_s(index)}\t1e7\n`,
  },
  {
    ...{ name: 'nuttcp', file: 'a.txt', head: '' },
    record: (index) =>
      `    1.1875 MB /   1.00 sec =    9.${index % 10}615 Mbps     ${index % 3} retrans\n`,
  },
  {
    ...{ name: 'netperf', file: 'a.txt', head: '' },
    record: (index) =>
      `Interim result:    9.${index % 10}1 10^6bits/s over 0.100 seconds ending at ` +
      `${(1795305422 + index / 10).toFixed(3)}\n`,
  },
  {
    ...{ name: 'Flent', file: 'a.flent', tail_bytes: 9 },
    tail: (count) =>
      `]},"x_values":[${Array.from({ length: count }, (_, at) => at_s(at)).join()}]}`,
    head: '{"metadata":{"NAME":"tcp_upload"},"version":4,"raw_values":{},"results":{"TCP upload":[',
    record: (index) => (index === 0 ? '9.5' : `,${(9 + (index % 10) / 10).toFixed(3)}`),
  },
  {
    ...{ name: 'table', file: 'a.csv', head: 'time_s,throughput_mbps,rtt_ms,cwnd_bytes\n' },
    record: (index) => `${at_s(index)},9.5,20.5,${up(index)}\n`,
  },
  {
    ...{ name: 'own series', file: 'a.csv', head: 'subject,index,metric,time_s,value\n' },
    record: (index) =>
      `flow,0,goodput_bps,${at_s(index)},9500000\nflow,0,rtt_s,${at_s(index)},0.0205\n`,
  },
  {
    ...{ name: 'measured case', file: 'a.json' },
    tail:
      ']],"flow_cols":["t_s","rx_bytes","cwnd_pkts","srtt_ms","inflight_pkts","total_' +
      'retrans","bbr_bw_mbps","bbr_min_rtt_ms","bbr_pacing_gain","bbr_cwnd_gain"]}',
    head: '{"id":"cubic_20_b10","rep":1,"flows":[[',
    record: (index) =>
      `${index === 0 ? '' : ','}[${at_s(index + 1)},${(index + 1) * 12500},50,20.5,50` +
      `,0,9.5,20.1,1,2]`,
  },
  {
    ...{ name: 'link: Mahimahi', file: 'a.trace', head: '' },
    record: (index) => `${Math.round(index * 1.2)}\n`,
  },
  {
    ...{ name: 'link: bandwidths', file: 'a.txt', head: '' },
    record: (index) => `${at_s(index)} ${(5 + (index % 7)).toFixed(1)}\n`,
  },
  {
    ...{
      name: 'link: table',
      file: 'a.csv',
      head: 'time_s,bandwidth_mbps,delay_ms,loss_percent\n',
    },
    record: (index) => `${at_s(index)},${5 + (index % 7)},${20 + (index % 5)},0.1\n`,
  },
  {
    ...{ name: 'link: phone', file: 'a.log', head: '' },
    record: (index) =>
      `${1289406399 + index} ${index * 1000} 59.85${1000 + (index % 1000)} 10.74` +
      `${1000 + (index % 1000)} ${100_000 + (index % 9) * 5000} 1000\n`,
  },
  {
    ...{ name: 'a text of something else', file: 'a.txt', head: '' },
    record: (index) => `Line ${index} of a report that nobody can read as numbers.\n`,
  },
];

export function bytesOf(kind: Kind, bytes: number): Uint8Array<ArrayBuffer> {
  const { head, record, tail = '', tail_bytes = 0 } = kind;
  const text = new TextEncoder();
  const encoded = (part: string | Uint8Array) =>
    typeof part === 'string' ? text.encode(part) : part;
  const endOf = (count: number) => encoded(typeof tail === 'string' ? tail : tail(count));
  const shortest = endOf(0).length;
  const whole = new Uint8Array(bytes);
  let [used, index] = [0, 0];
  const add = (part: Uint8Array) => {
    whole.set(part, used);
    used += part.length;
  };
  add(encoded(head));
  for (; ; index += 1) {
    const part = encoded(record(index));
    if (used + part.length + shortest + (index + 1) * tail_bytes > bytes) break;
    add(part);
  }
  add(endOf(index));
  return whole.subarray(0, used);
}
