import type { z } from 'zod'

/** What is being written about one task: in this browser until it is saved, so a reload loses nothing. */
export type Kept<Value> = {
  read: (userId: string, taskId: string) => Value | null
  /** Does nothing where the browser keeps nothing. */
  keep: (userId: string, taskId: string, value: Value) => void
  drop: (userId: string, taskId: string) => void
}

export function keptPerTask<Value>(name: string, schema: z.ZodType<Value>): Kept<Value> {
  const place = (userId: string, taskId: string) => `signwright-${name}:${userId}:${taskId}`
  const attempt = <Result>(act: () => Result): Result | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  return {
    read: (userId, taskId) =>
      attempt(() => schema.parse(JSON.parse(localStorage.getItem(place(userId, taskId)) ?? ''))),
    keep: (userId, taskId, value) =>
      void attempt(() => localStorage.setItem(place(userId, taskId), JSON.stringify(value))),
    drop: (userId, taskId) => void attempt(() => localStorage.removeItem(place(userId, taskId))),
  }
}
