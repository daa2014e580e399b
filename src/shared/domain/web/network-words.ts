/** What every screen says of something that is kept until the server can be reached. */
export const waitingWords = 'Waiting for the network'

/** What every screen says of something that cannot be kept until then. */
export const cannotWaitWords =
  'The server cannot be reached, and this cannot wait for the network. Please try again later.'
