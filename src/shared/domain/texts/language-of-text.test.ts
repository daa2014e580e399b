import { expect, test } from 'vitest'
import { languageOfText } from './language-of-text.ts'

test.each([
  ['en', 'Prices are in euro. Work begins when the deposit is paid and the mockup is approved.'],
  ['de', 'Die Preise sind in Euro. Die Ware bleibt bis zur vollständigen Zahlung unser Eigentum.'],
  ['fr', 'Les prix sont en euros. Les travaux commencent avec le paiement de l’acompte.'],
  ['it', 'I prezzi sono in euro. La merce resta di nostra proprietà fino al pagamento.'],
  ['es', 'Los precios son en euros. El trabajo empieza cuando se paga el anticipo.'],
  ['pt', 'Os preços são em euros. O trabalho começa com o pagamento do sinal e não antes.'],
  ['nl', 'De prijzen zijn in euro. Het werk begint zodra de aanbetaling is voldaan.'],
  ['pl', 'Ceny są w euro. Prace zaczynają się po wpłacie zaliczki i nie wcześniej.'],
  ['mt', 'Il-prezzijiet huma bl-ewro. Ix-xogħol jibda meta jitħallas id-depożitu, u mhux qabel.'],
])('a text in %s is known by its small words', (language, text) => expect(languageOfText(text)).toBe(language))

test.each(['', 'ACM tray panel, 3 mm', 'Total Bank Order', 'Q-2026-0142'])('“%s” tells no language', (text) =>
  expect(languageOfText(text)).toBeNull(),
)
