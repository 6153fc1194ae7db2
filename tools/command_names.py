"""The names of all commands of `./lab`, each with its line in the help."""

OWN = {
    "up": "build what is missing, start the lab, print its address",
    "down": "stop the lab that uses the data folder",
    "status": "show what is running, and where",
    "logs": "show the last lines of the logs",
    "backup": "write all that the lab has stored into a file",
    "verify": "check every stored result against its digests",
    "restore": "replace the stored data by a backup",
    "reset": "delete all runs and results",
    "test": "run the checks and tests",
    "drill": "kill parts of a running lab and check that nothing is lost",
    "generate": "write the generated files: algorithms, metrics, API and its clients",
    "wasm": "build the core for the page after its sources changed",
    "read": "read a measurement or the trace of a link: iperf3, ss, qlog, pcap and others",
    "site": "write the lab as a folder of files that works without a server",
    "package": "build the Python client as a wheel and an sdist",
    "format": "format Python, C++ and the interface's code",
    "lock": "update the lock files after a change of dependencies",
}
# The worker's own command line, or Python, answers these together with all of their options.
FORWARDED = {
    "sim": "run one scenario without any server and print its result",
    "sweep": "run an experiment: a scenario over values of settings and several seeds",
    "store": "merge the runs that parts of a sweep have kept",
    "experiment": "take the runs of a store into an experiment of a lab",
    "slurm": "print a job script that computes an experiment in parts on a cluster",
    "algorithm": "begin a module of your own algorithm, check, judge or enter one",
    "export": "write a run as a file: ZIP, CSV, notebook, BibTeX, qlog, pcapng and others",
    "replay": "compute a run of a file or a link again and compare its digests",
    "contest": "score the modules of a class in scenarios drawn when all are in",
    "league": "rank all algorithms in the same situations",
    "report": "report on an algorithm, heading by heading of RFC 9743",
    "check": "compare an algorithm before and after a change, situation by situation",
    "break": "search for the simplest situation in which one algorithm starves another",
    "algorithms": "print the core's list of algorithms",
    "mcp": "serve the lab to agents, by the Model Context Protocol",
    "worker": "compute experiments of a lab elsewhere, over HTTPS with a token",
    "worker-host": "compute for a lab whose database and broker are on another machine",
    "token": "make, list and revoke tokens for workers elsewhere",
    "bundle": "write all that ./lab up downloads or compiles into a file",
    "python": "start Python with the client fairtt_lab, data frames, plots and the core",
    "presets": "measure the presets and check that each shows what it claims",
    "labs": "measure the shipped labs and check that each effect is there",
}

# Forwarded in the same way; the code and the data are in research/.
RESEARCH = {
    "reproduce": "compute the experiments of a paper and compare its numbers",
    "validate": "compare the core with theory, papers and measured Linux runs",
    "cases": "run the cases of the IETF's BBRv3 draft, or of explanations",
    "readings": "compare the readings of FaiRTT over topologies, loss and seeds",
    "bench": "measure how many packets a second the core simulates",
    "behaviour": "check that the core computes what its behaviour version says",
    "witness": "compare the core's BBRv2 or BBRv3 with a public one (needs cargo)",
    "adapters": "compare controllers of public stacks with the core's own (needs cargo)",
    "datasets": "write the measurements as data sets, or prepare a deposit at Zenodo",
}

# Of these a function of that name in the module of that name reads all arguments.
OWN_ARGUMENTS = {
    "python": "python",
    "token": "token",
    "bundle": "bundle",
    "worker-host": "worker_host",
}


def command_names() -> set[str]:
    """The first word of everything that `./lab` accepts."""
    return {*OWN, *FORWARDED, *RESEARCH}
