"""A machine that has everything but Node.js, for tests of what is built there."""

import os
import pathlib

NODE = {"node", "nodejs", "npm", "npx", "corepack"}


def path_without_node(directory):
    """Makes `directory`, with a link to each program of this machine but those of Node.js."""
    directory.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in pathlib.Path(place).glob("*"):
            link = directory / program.name
            if program.name not in NODE and not link.is_symlink():
                link.symlink_to(program)
    return directory
