"""Serves a GGUF model on loopback by the OpenAI API, with the server of the package that is installed: xllamacpp or
llama-cpp-python. MODEL CONTEXT THREADS [PORT]; says "listening ADDRESS" once it answers, and ends with its standard input."""

import importlib.util
import socket
import sys
import threading
import time


def by_xllamacpp(model, context, threads, port):
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = context
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    return server, server.listening_address


def by_llama_cpp_python(model, context, threads, port):
    import uvicorn
    from llama_cpp.server.app import create_app
    from llama_cpp.server.settings import ModelSettings, ServerSettings

    taken = socket.create_server(("127.0.0.1", port))
    app = create_app(
        server_settings=ServerSettings(),
        model_settings=[
            ModelSettings(
                model=model, n_ctx=context, n_threads=threads, n_threads_batch=threads, verbose=False
            )
        ],
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    threading.Thread(target=server.run, args=([taken],), daemon=True).start()
    while not server.started:
        time.sleep(0.1)
    return server, f"http://127.0.0.1:{taken.getsockname()[1]}"


model, context, threads, port = (sys.argv[1:] + ["0"])[:4]
serve = by_xllamacpp if importlib.util.find_spec("xllamacpp") else by_llama_cpp_python
server, address = serve(model, int(context), int(threads), int(port))
print("listening", address, flush=True)
sys.stdin.read()
