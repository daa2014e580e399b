import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle, IconCircleDot, IconCircleDotFilled } from '@tabler/icons-react'
import { type Point, pointTexts, trackOf } from '../order-track'
import { usePortalWords } from '../use-portal-words'
import classes from './order-track.module.css'

const icons = { done: IconCheck, now: IconCircleDotFilled, part: IconCircleDot, ahead: IconCircle } as const
const places = { done: 'stage_is_done', now: 'stage_is_now', part: 'stage_is_part', ahead: 'stage_is_ahead' } as const

/** The way of an order to its client: what is done, what is worked at, and what is still to come. */
export function OrderTrack({ of }: { of: Parameters<typeof trackOf>[0] }) {
  const { say } = usePortalWords()
  const points = trackOf(of)
  if (points === null) return null
  const { stage } = of
  return (
    <>
      <ol className={classes.track} aria-label={say('stages')}>
        {points.map((point) => (
          <TrackPoint key={point.name} point={point} />
        ))}
      </ol>
      {stage && stage.of > 1 ? (
        <Text size="sm" c="dimmed">
          {say('lines_ready', { ready: String(stage.ready), of: String(stage.of) })}
        </Text>
      ) : null}
      {stage?.is_held ? <Text size="sm">{say(stage.of > 1 ? 'work_part_held' : 'work_held')}</Text> : null}
    </>
  )
}

function TrackPoint({ point: { name, place, lines } }: { point: Point }) {
  const { say } = usePortalWords()
  const Icon = icons[place]
  return (
    <li className={classes.point} data-place={place} aria-current={place === 'now' ? 'step' : undefined}>
      <Icon size={16} aria-hidden />
      <span>{say(pointTexts[name])}</span>
      {lines ? (
        <Text span size="sm" c="dimmed">
          {say('lines_done', { done: String(lines.done), of: String(lines.of) })}
        </Text>
      ) : null}
      <VisuallyHidden>{`, ${say(places[place])}`}</VisuallyHidden>
    </li>
  )
}
