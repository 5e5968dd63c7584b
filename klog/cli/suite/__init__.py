"""``klog bench suite``: the field's experiments on klog and on its peers, in one run.

A *load* is what is done to a fresh broker, in one *step*; a *side* is whoever it is done to; an *experiment* is a chapter of the page, of
one or several loads, with the *goals* that klog is held to. Who adds one of them goes this way:

* a load: a class in `loads` that is a `loads.load.Run`, a line in `loads.table`, its name in an experiment;
* a figure: a kind in `figures.KINDS`, and in the `columns` of the experiments that show it;
* a side that loads are put on: a `sides.broker.Side`, its name in `sides.names`, a word in the help of ``--against``. (A load may also
  bring sides of its own, as the clients of one broker are: `loads.load.Load.sides`.)
* an experiment or a goal: in `experiments.published` or `experiments.unpublished`; `report` draws and judges what it finds there.

From what is asked for to the page: `command`, `suite_run`, `steps`, `results`, `report`.
"""
