"""Learns from sequences by another tool and prints processor seconds, memory and the size of the result as JSON.

python peers.py TOOL FILE: a line of the file is a dialogue, a tab stands between its turns.
"""
import json
import os
import resource
import sys

tool, path = sys.argv[1:]
# More memory than this is of no use to anybody who compares.
resource.setrlimit(resource.RLIMIT_AS, (int(os.environ["PEERS_MEMORY"]),) * 2)
with open(path, encoding="utf8") as file:
    dialogues = [line.rstrip("\n").split("\t") for line in file]


def frame():
    import pandas

    lengths = [len(turns) for turns in dialogues]
    case = pandas.RangeIndex(len(dialogues)).repeat(lengths).astype(str)
    place = [at for length in lengths for at in range(length)]
    return pandas.DataFrame(
        {
            "case:concept:name": case,
            "concept:name": pandas.Categorical([turn for turns in dialogues for turn in turns]).astype(object),
            "time:timestamp": pandas.Timestamp("2025-01-01", tz="UTC") + pandas.to_timedelta(place, unit="s"),
        }
    )


def aalpy_alergia():
    from aalpy.learning_algs import run_Alergia

    model = run_Alergia([["start", *turns] for turns in dialogues], "mc", eps=0.005)
    return {"states": len(model.states), "transitions": sum(len(state.transitions) for state in model.states)}


def pm4py_dfg():
    import pm4py

    graph, _, _ = pm4py.discover_dfg(frame())
    return {"transitions": len(graph)}


def pm4py_inductive():
    import pm4py

    net, _, _ = pm4py.discover_petri_net_inductive(frame(), noise_threshold=0.2)
    return {"states": len(net.places), "transitions": len(net.transitions)}


def pm4py_heuristics():
    import pm4py

    net = pm4py.discover_heuristics_net(frame())
    return {"states": len(net.nodes), "transitions": sum(len(node.output_connections) for node in net.nodes.values())}


result = globals()[tool.replace("-", "_")]()
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuSeconds": round(used.ru_utime + used.ru_stime, 1), "peakMb": used.ru_maxrss // 1024, **result}))
