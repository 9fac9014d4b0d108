// Loaded into a program by `node --import`: ends it when the process that started it is gone.
const PARENT = process.ppid;
const PARENT_LOOKED_AT_EVERY = 500;

setInterval(() => {
  if (process.ppid !== PARENT) process.kill(process.pid, 'SIGKILL');
}, PARENT_LOOKED_AT_EVERY).unref();
