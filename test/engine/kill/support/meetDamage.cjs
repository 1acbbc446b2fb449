// Loaded before a built engine (NODE_OPTIONS `-r`): once it is ready something in it, that no timer of its own began, meets a damaged store.
const damage = () =>
  Object.assign(new Error('malformed'), { name: 'SqliteError', code: 'SQLITE_CORRUPT' });

const { send } = process;
process.send = (frame, ...rest) => {
  if (frame[0] === 'control' && frame[1].type === 'ready')
    setImmediate(() => {
      if (process.env.TRELLIS_TEST_DAMAGE === 'rejection') void Promise.reject(damage());
      else throw damage();
    });
  return send.call(process, frame, ...rest);
};
