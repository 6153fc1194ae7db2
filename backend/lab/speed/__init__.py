"""How long runs take here, measured on those that this server has finished."""
