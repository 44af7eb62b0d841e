"""Serves a GGUF model on loopback by the OpenAI API, with the server that xllamacpp brings:
MODEL CONTEXT THREADS [PORT]; says "listening ADDRESS" once it answers, and ends with its standard input."""

import sys

import xllamacpp

model, context, threads, port = (sys.argv[1:] + ["0"])[:4]
params = xllamacpp.CommonParams()
params.model.path = model
params.n_ctx = int(context)
params.n_parallel = 1
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.cpuparams.n_threads = int(threads)
params.cpuparams_batch.n_threads = int(threads)
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
