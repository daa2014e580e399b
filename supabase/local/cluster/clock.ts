import type { Schedule } from '../schedule/repeatedly.ts'

type Work = { start: () => Schedule; running: Schedule | null }

/** Schedules that run while this server leads. */
export class Clock {
  readonly #works: Work[] = []
  #leads = false

  lead(leads: boolean): void {
    this.#leads = leads
    for (const work of this.#works) {
      if (leads) work.running ??= work.start()
      else void stop(work)
    }
  }

  whileLeading(start: () => Schedule): Schedule {
    const work: Work = { start, running: this.#leads ? start() : null }
    this.#works.push(work)
    return {
      stop: async () => {
        this.#works.splice(this.#works.indexOf(work), 1)
        await stop(work)
      },
    }
  }
}

async function stop(work: Work): Promise<void> {
  const { running } = work
  work.running = null
  await running?.stop()
}
