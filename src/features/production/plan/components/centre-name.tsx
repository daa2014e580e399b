import { ActionIcon } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import type { PlanCentre } from '@/shared/domain/planning/workload'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

/** A work centre of the plan by its name, with the act that closes it. */
export function CentreName({ centre }: { centre: PlanCentre | null }) {
  const { close } = usePlanSetting()
  return (
    <div className={classes.centreName}>
      <span>{centre?.name ?? 'No work centre'}</span>
      {centre && close ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Close ${centre.name} for some days`}
          title="Close it for some days"
          onClick={() => close(centre)}
        >
          <IconCalendarOff size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}
