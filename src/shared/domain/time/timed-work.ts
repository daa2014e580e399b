/** The work that a timer counts for, as far as the reader may see it. */
export type TimedWork = {
  job: { job_number: string | null; title: string | null } | null
  /** The step that the timer was started for. */
  step: { name: string } | null
  /** The step that its person named. */
  named_step: { name: string } | null
  order: { order_number: string | null } | null
  /** The task that the timer was started for; null also where it is somebody else's private one. */
  task?: { title: string } | null
}

/** The columns of `time_entries` that are a `TimedWork`. */
export const timedWorkColumns = `job:jobs(job_number, title), order:orders(order_number), task:tasks(title),
  step:job_steps!time_entries_step_id_fkey(name), named_step:job_steps!time_entries_named_step_id_fkey(name)` as const

const stepOf = (work: TimedWork): string | null => (work.step ?? work.named_step)?.name ?? null

/**
 * Step and job as words, the nearest first: `Template · JOB-2026-0211-B`; the title of a job without a step; the order; of a
 * task its title and what it is about; '' for none.
 */
export function workWords(work: TimedWork | null | undefined): string {
  if (!work) return ''
  if (work.task) return [work.task.title, work.job?.job_number ?? work.order?.order_number].filter(Boolean).join(' · ')
  if (!work.job) return work.order?.order_number ?? ''
  return [stepOf(work) ?? work.job.title, work.job.job_number].filter(Boolean).join(' · ')
}

/** The job with its title, and the step: `JOB-2026-0211-B Car wrap · Template`. */
export function longWorkWords(work: TimedWork | null | undefined): string {
  if (!work?.job || work.task) return workWords(work)
  const job = [work.job.job_number, work.job.title].filter(Boolean).join(' ')
  return [job, stepOf(work)].filter(Boolean).join(' · ')
}

export type StopQuestion = { title: string; text: string; confirm: string }

const closed = 'Its time is closed. Later it changes only by a correction that somebody approves.'

/** The question before a timer of a task, a step or a job is completed; null for other work: the specification words that one. */
export function stopQuestion(work: TimedWork | null | undefined): StopQuestion | null {
  if (work?.task)
    return {
      title: 'Stop timer',
      text: `Do you want to stop the timer for “${work.task.title}”? ${closed} The task stays as it is.`,
      confirm: 'Stop timer',
    }
  if (!work?.job) return null
  const step = stepOf(work)
  const of = [step, work.job.job_number ?? work.job.title].filter(Boolean).join(' of ')
  const after = work.step
    ? 'The step is not finished by this: it pauses, unless a colleague works on it.'
    : step
      ? 'The step stays as it is.'
      : 'The job stays as it is.'
  return {
    title: 'Stop timer',
    text: `Do you want to stop the timer for ${of}? ${closed} ${after}`,
    confirm: 'Stop timer',
  }
}
