/** Jobs of which nothing is made or handed over any more. */
export const overStatuses = ['delivered', 'closed', 'cancelled'] as const

/** Whether nothing is made or handed over of a job any more. */
export const isOver = (status: string): boolean => overStatuses.some((over) => over === status)

/** Whether nothing is made of a job any more. It may still have to be handed over. */
export const isMade = (status: string): boolean => status === 'ready' || isOver(status)
