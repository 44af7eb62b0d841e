"""Vectors of MiniLM: the paths of model and tokenizer, and texts, on standard input as JSON; vectors on standard output."""

import json
import sys
from pathlib import Path

import numpy
import onnxruntime
from tokenizers import Tokenizer

asked = json.load(sys.stdin)
tokenizer = Tokenizer.from_file(str(Path(asked["tokenizer"]) / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(128)
session = onnxruntime.InferenceSession(asked["model"])
vectors = []
for text in asked["texts"]:
    ids = numpy.array([tokenizer.encode(text or ".").ids], dtype=numpy.int64)
    given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
    mean = session.run(None, {one.name: given[one.name] for one in session.get_inputs()})[0][0].mean(axis=0)
    vectors.append((mean / numpy.linalg.norm(mean)).round(5).tolist())
json.dump(vectors, sys.stdout)
