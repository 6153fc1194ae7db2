"""Start the lab's processes, watch over them, stop them: what `./lab up` does once all is built."""
