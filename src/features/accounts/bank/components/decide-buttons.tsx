import { Button, Group } from '@mantine/core'

type DecideButtonsProps = {
  /** The suggestion that is shown; null where there is none that can be confirmed. */
  confirm: {
    label: string
    /** What stands on the button, where it is neither Confirm nor Link. */
    text?: string
    isLink: boolean
    isSure: boolean
    isBusy: boolean
    onConfirm: () => void
  } | null
  hasMatch: boolean
  /** What is chosen where nothing fits: `Choose the client`. */
  choose: string
  /** Null where nothing can be chosen. */
  onChoose: (() => void) | null
  onIgnore: () => void
  others: readonly { key: string; label: string; onShow: () => void }[]
}

/** What a person does with an entry that is open: confirm the suggestion, choose otherwise, ignore, or see another one. */
export const DecideButtons = ({ confirm, hasMatch, choose, onChoose, onIgnore, others }: DecideButtonsProps) => (
  <Group gap="xs" mt="sm">
    {confirm ? (
      <Button
        size="xs"
        variant={confirm.isSure ? 'filled' : 'light'}
        loading={confirm.isBusy}
        onClick={confirm.onConfirm}
        aria-label={confirm.label}
      >
        {confirm.text ?? (confirm.isLink ? 'Link' : 'Confirm')}
      </Button>
    ) : null}
    {onChoose ? (
      <Button size="xs" variant={hasMatch ? 'default' : 'light'} onClick={onChoose}>
        {hasMatch ? 'Choose otherwise' : choose}
      </Button>
    ) : null}
    <Button size="xs" variant="subtle" color="gray" onClick={onIgnore}>
      Ignore
    </Button>
    {others.map(({ key, label, onShow }) => (
      <Button key={key} size="compact-xs" variant="transparent" onClick={onShow}>
        {`Or ${label}?`}
      </Button>
    ))}
  </Group>
)
