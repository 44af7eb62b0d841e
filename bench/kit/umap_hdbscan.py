"""The recipe of BERTopic (Grootendorst 2022): UMAP to five dimensions, then HDBSCAN. Vectors and a seed on standard input
as JSON, one cluster a vector on standard output as JSON; -1 is no cluster."""

import json
import sys

import numpy
from hdbscan import HDBSCAN
from umap import UMAP

asked = json.load(sys.stdin)
vectors = numpy.array(asked["vectors"], dtype=numpy.float32)
reduced = UMAP(
    n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=asked["seed"]
).fit_transform(vectors)
clusters = HDBSCAN(min_cluster_size=10, metric="euclidean", cluster_selection_method="eom").fit_predict(reduced)
json.dump([int(cluster) for cluster in clusters], sys.stdout)
