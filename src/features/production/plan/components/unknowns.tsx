import { Text } from '@mantine/core'
import { doubtsTogether, fewNames, rosterWords, withoutMinutesWords } from '@/kit/planning/plan-words'
import type { Plan } from '@/shared/domain/planning/plan'
import type { Workload } from '@/shared/domain/planning/workload'

/** What the hours of the plan rest on where nobody planned shifts. */
function hoursWords(workload: Workload): string[] {
  if (workload.shifts.length === 0)
    return ['No shifts are planned: every work centre counts with its full hours on the days on which it works']
  const rostered = new Set(workload.shifts.map(({ centre }) => centre))
  const others = workload.centres.filter(({ id, capacity }) => capacity > 0 && !rostered.has(id))
  return [
    ...rosterWords(workload),
    ...(others.length > 0
      ? [`Nobody has shifts at ${fewNames(others.map(({ name }) => name))}: full hours count there`]
      : []),
  ]
}

/** What the plan does not know, in figures and in words. */
export function Unknowns({ workload, plan }: { workload: Workload; plan: Plan }) {
  const jobs = Object.values(plan.jobs)
  const going = jobs.filter(({ doubts }) => !doubts.isHeld)
  const { steps, withoutMinutes, withoutCentre, material } = doubtsTogether(going)
  const waiting = going.filter(({ doubts }) => doubts.waitsForClient).length
  const held = jobs.length - going.length
  const stepless = going.filter(({ doubts }) => doubts.isWithoutSteps).length
  const vans = workload.centres.filter(({ kind }) => kind === 'vehicle').map(({ name }) => name)
  const sentences = [
    stepless > 0
      ? `${stepless === 1 ? '1 job has' : `${stepless} jobs have`} no steps: the plan cannot say when ${stepless === 1 ? 'it is' : 'they are'} ready`
      : null,
    withoutMinutes > 0 ? withoutMinutesWords(withoutMinutes, steps) : null,
    withoutCentre > 0
      ? `${withoutCentre === 1 ? '1 step has' : `${withoutCentre} steps have`} no work centre: nothing limits ${withoutCentre === 1 ? 'it' : 'them'}`
      : null,
    waiting > 0
      ? `${waiting === 1 ? '1 job waits' : `${waiting} jobs wait`} for the client: the plan counts ${waiting === 1 ? 'it' : 'them'} as approved today`
      : null,
    material.length > 0
      ? `Nobody knows when ${material.length === 1 ? material[0]?.name : `${material.length} materials`} will come: the plan counts them as here`
      : null,
    held > 0 ? `${held === 1 ? '1 job is' : `${held} jobs are`} on hold and not planned` : null,
    ...hoursWords(workload),
    vans.length > 0
      ? `Deliveries and installations are planned apart: the hours that they take of ${fewNames(vans)} do not count here, and neither does the day of an installation`
      : null,
    'A step that runs counts with all its minutes, and the order of steps within a day is up to the workshop',
  ].filter((sentence) => sentence !== null)
  return (
    <details>
      <summary>
        <Text span size="sm" c="dimmed">
          What the plan does not know
        </Text>
      </summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Text size="sm">{sentence}.</Text>
          </li>
        ))}
      </ul>
    </details>
  )
}
