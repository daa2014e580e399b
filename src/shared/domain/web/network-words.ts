/** The words on every screen for data that waits for the server. */
export const waitingWords = 'Waiting for the network'

/** The words on every screen for an action that cannot wait for the network. */
export const cannotWaitWords =
  'The server cannot be reached, and this cannot wait for the network. Please try again later.'
