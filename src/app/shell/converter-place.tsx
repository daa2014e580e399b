import { ActionIcon, CloseButton, Paper, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconCurrencyEuro } from '@tabler/icons-react'
import classes from './converter-place.module.css'

/** Fired by the Currency Converter item of the side menu. */
export const toggleConverterEvent = 'signwright:toggle-converter'
export const toggleConverter = (): boolean => window.dispatchEvent(new Event(toggleConverterEvent))

/** The floating converter at the bottom right. */
export function ConverterPlace() {
  const [isOpen, panel] = useDisclosure(false)
  useWindowEvent(toggleConverterEvent, panel.toggle)
  return (
    <div className={classes.place}>
      {isOpen ? (
        <Paper className={classes.panel} shadow="md" p="md" role="dialog" aria-label="Currency Converter">
          <div className={classes.heading}>
            <Text fw={650}>Currency Converter</Text>
            <CloseButton onClick={panel.close} aria-label="Close the converter" />
          </div>
          <Text size="sm" c="dimmed">
            It will convert amounts between 24 currencies. It is not built yet.
          </Text>
        </Paper>
      ) : null}
      <Tooltip label="Currency Converter" position="left">
        <ActionIcon
          className={classes.button}
          variant="filled"
          color="process"
          size={48}
          radius="xl"
          aria-label="Currency Converter"
          aria-expanded={isOpen}
          onClick={panel.toggle}
        >
          <IconCurrencyEuro size={24} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
