import { ActionIcon } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { currencySign } from '@/shared/domain/money/money'
import { Hint } from '@/shared/ui/page/hint'
import { liveConverter } from '../converter.actors'
import classes from './currency-converter.module.css'

const ConverterPanel = lazy(async () => {
  const { ConverterPanel } = await import('./converter-panel')
  return { default: ConverterPanel }
})

type CurrencyConverterProps = {
  /** The address of the rates; `{base}` is replaced by the currency. */
  ratesUrl: string
  /** The window event that opens and closes it, as its button does. */
  toggleEvent: string
}

/** The floating button at the bottom right with its panel (spec 2 §2). */
export function CurrencyConverter({ ratesUrl, toggleEvent }: CurrencyConverterProps) {
  const [machine] = useState(() => liveConverter(ratesUrl))
  const actor = useActorRef(machine, { input: { now: Date.now } })
  const isOpen = useSelector(actor, (state) => state.hasTag('open'))
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => actor.send({ type: 'panel.toggle' })
  useWindowEvent(toggleEvent, toggle)

  useEffect(() => {
    const failed = actor.on('rates.failed', () =>
      notifications.show({
        id: 'currency-rates',
        color: 'red',
        title: 'Currency Rates Error',
        message: 'Failed to fetch latest exchange rates. Using cached data if available.',
      }),
    )
    return () => failed.unsubscribe()
  }, [actor])

  const close = () => {
    actor.send({ type: 'panel.close' })
    button.current?.focus()
  }

  return (
    <div className={classes.place}>
      {isOpen ? (
        <Suspense fallback={null}>
          <ConverterPanel actor={actor} onClose={close} />
        </Suspense>
      ) : null}
      <Hint label="Currency Converter" at="side">
        <ActionIcon
          ref={button}
          className={classes.button}
          variant="filled"
          color="process"
          size={48}
          radius="md"
          aria-label="Currency Converter"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <span aria-hidden>{currencySign()}</span>
        </ActionIcon>
      </Hint>
    </div>
  )
}
