import { type Answers, type Asked, answerTo, type Question } from './planner'

type Waiting = { resolve: (answer: never) => void; reject: (reason: unknown) => void }

const waiting = new Map<number, Waiting>()
let worker: Worker | null | undefined
let last = 0

/** Plans happen beside the screen, so that nothing that is typed or dragged waits for them. */
function theWorker(): Worker | null {
  if (worker !== undefined) return worker
  if (typeof Worker === 'undefined') return (worker = null)
  try {
    worker = new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return (worker = null)
  }
  worker.onmessage = ({ data: { id, answer } }: MessageEvent<{ id: number; answer: never }>) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  }
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The planner has stopped'))
    waiting.clear()
    worker?.terminate()
    worker = undefined
  }
  return worker
}

/** The answer of the planner about the open work. */
export function askPlanner<Asking extends Question>(
  about: Pick<Asked, 'workload' | 'spent'>,
  question: Asking,
): Promise<Answers[Asking['kind']]> {
  const asked = { ...about, ...question }
  const planner = theWorker()
  if (planner === null) return Promise.resolve(answerTo(asked) as Answers[Asking['kind']])
  const id = (last += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    planner.postMessage({ id, asked })
  })
}
