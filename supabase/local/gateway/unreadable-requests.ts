import type { Server } from 'node:http'

/**
 * Answers unreadable requests with a sentence. By default node closes the connection, for example for an address of 16
 * kB, with a bare status.
 */
export function answerUnreadable(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const { status, message } = refusal(error.code)
    const body = JSON.stringify({ code: 'unreadable_request', message, details: null, hint: null })
    const head = [`HTTP/1.1 ${status}`, 'content-type: application/json', 'x-content-type-options: nosniff']
    socket.end(`${[...head, `content-length: ${body.length}`, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
  })
}

function refusal(code: string | undefined): { status: string; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: '431 Request Header Fields Too Large',
        message: 'The address of this request and its headers are longer than 16 kB.',
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', message: 'The request did not arrive in time.' }
    default:
      return { status: '400 Bad Request', message: 'This is not a request that can be read.' }
  }
}
