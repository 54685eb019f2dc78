import { connect } from 'node:net';
for (const host of ['127.0.0.1', 'localhost', '8.8.8.8']) {
  const socket = connect({ host, port: @PORT@ }, () => socket.end('stolen'));
  socket.on('error', (error) => console.log(host, error.code));
}
process.exitCode = 1;
