import type { PlacedTask } from '../api/open-task-places.query'

type Location = NonNullable<PlacedTask['location']>
export type Place = { location: Location; tasks: PlacedTask[] }
/** Tasks gathered by their location, the busiest first. A task whose location may not be seen has no place. */
export function gatherByPlace(tasks: readonly PlacedTask[]): Place[] {
  const places = new Map<string, Place>()
  for (const task of tasks) {
    if (task.location === null) continue
    const place = places.get(task.location.id) ?? { location: task.location, tasks: [] }
    place.tasks.push(task)
    places.set(task.location.id, place)
  }
  return [...places.values()].toSorted(
    (a, b) => b.tasks.length - a.tasks.length || a.location.label.localeCompare(b.location.label),
  )
}
