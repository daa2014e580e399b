import { expect, test } from 'vitest'
import { improveDescription } from './improve-description'

const asItIs = (html: string) => html
const improveBy = (improvedText: string) => async () => ({ improvedText })

const picture = '<img src="data:image/png;base64,AAAA" alt="front">'

test('pictures stay here and come back to their place', async () => {
  const asked: string[] = []
  const improve = async (html: string) => {
    asked.push(html)
    return { improvedText: html.replace('teh', 'the') }
  }
  const improved = await improveDescription(`<p>cut teh ${picture} vinyl</p>`, improve, asItIs)
  expect(asked).toEqual(['<p>cut teh [picture 1] vinyl</p>'])
  expect(improved).toEqual({ description: `<p>cut the ${picture} vinyl</p>`, note: null })
})

test('a picture that the answer forgot is not lost', async () => {
  const improved = await improveDescription(`<p>a</p><p>${picture}</p>`, improveBy('<p>b</p>'), asItIs)
  expect(improved).toEqual({ description: `<p>b</p><p>${picture}</p>`, note: null })
})

test('plain text becomes paragraphs', async () => {
  const improved = await improveDescription('<p>a</p>', improveBy('b < c\n\nd'), asItIs)
  expect(improved).toEqual({ description: '<p>b &lt; c</p><p>d</p>', note: null })
})

test('everything that comes back goes through the sanitiser, pictures too', async () => {
  const sanitised: string[] = []
  const sanitise = (html: string) => {
    sanitised.push(html)
    return 'clean'
  }
  const improved = await improveDescription(
    `<p>${picture}</p>`,
    improveBy('<p onclick="x()">[picture 1]</p>'),
    sanitise,
  )
  expect([sanitised, improved]).toEqual([[`<p onclick="x()">${picture}</p>`], { description: 'clean', note: null }])
})

test('the name of the checker that did it comes along', async () => {
  const improve = async () => ({ improvedText: '<p>b</p>', note: 'offline grammar checker' })
  expect(await improveDescription('<p>a</p>', improve, asItIs)).toEqual({
    description: '<p>b</p>',
    note: 'offline grammar checker',
  })
})
