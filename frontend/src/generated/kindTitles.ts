/** What people call a queue, loss model or kind of traffic. Written by `./lab generate`. */
export const KIND_TITLES: Readonly<Record<string, string>> = {
  droptail: "Drop-tail",
  codel: "CoDel",
  red: "RED",
  pie: "PIE",
  fq_codel: "FQ-CoDel",
  bernoulli: "Bernoulli",
  gilbert_elliott: "Gilbert-Elliott",
  bulk: "Bulk",
};
