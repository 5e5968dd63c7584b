from klog.records.encode import PlainFiller
from klog.records.encode import fill as fill
from klog.records.encode import route as route

class FastFiller(PlainFiller): ...
