/** The statuses of jobs that need no more production or hand-over. */
export const overStatuses = ['delivered', 'closed', 'cancelled'] as const

/** True when a job needs no more production or hand-over. */
export const isOver = (status: string): boolean => overStatuses.some((over) => over === status)

/** True when a job was handed over to its client. */
export const isHandedOver = (status: string): boolean => isOver(status) && status !== 'cancelled'

/** True when a job needs no more production. It may still have to be handed over. */
export const isMade = (status: string): boolean => status === 'ready' || isOver(status)
