import { Button, Text } from '@mantine/core'
import { confirmChange } from '@/kit/confirm'
import { shortDecimalText } from '@/shared/domain/money/money'
import { minutesText } from '@/shared/domain/time/duration'
import type { Measured, TemplateStep } from '../api/templates.query'

const units: Readonly<Record<string, string>> = { piece: 'piece', m2: 'm²', m: 'm' }

type Minutes = { minutes_fixed: string | number; minutes_per_unit: string | number; unit: string }

/** The norm of a step: `10 min + 5 min a m²`; empty without one. */
export const minutesOf = ({ minutes_fixed, minutes_per_unit, unit }: Minutes): string =>
  [
    Number(minutes_fixed) > 0 ? `${shortDecimalText(String(minutes_fixed))} min` : '',
    Number(minutes_per_unit) > 0 ? `${shortDecimalText(String(minutes_per_unit))} min a ${units[unit] ?? unit}` : '',
  ]
    .filter(Boolean)
    .join(' + ')

/** A difference below this share is chance. */
const least = 0.1

type MeasuredNormProps = {
  step: TemplateStep
  measured: Measured
  /** Null for those who may not change norms. */
  take: ((values: { minutes_fixed: number; minutes_per_unit: number }) => void) | null
}

/** What a step took against its norm, and the norm that this makes, taken by a person. */
export function MeasuredNorm({ step, measured: { jobs, planned, measured, ...norm }, take }: MeasuredNormProps) {
  const differs = Math.abs(measured - planned) > least * Math.max(planned, 1)
  const words = minutesOf({ ...norm, unit: step.unit })
  return (
    <>
      <Text size="xs" c="dimmed">
        {jobs} jobs took {minutesText(measured)}, planned {minutesText(planned)}
      </Text>
      {take && differs && words !== '' && words !== minutesOf(step) ? (
        <Button
          size="compact-xs"
          variant="light"
          onClick={() =>
            confirmChange({
              title: `Plan ${step.name} with ${words}?`,
              text: `That is the middle one of ${jobs} jobs. New jobs and quotations are planned with it; jobs that exist keep their minutes.`,
              confirm: 'Take this norm',
              onConfirm: () => take({ minutes_fixed: norm.minutes_fixed, minutes_per_unit: norm.minutes_per_unit }),
            })
          }
        >
          Take {words}
        </Button>
      ) : null}
    </>
  )
}
