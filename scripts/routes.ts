// `npm run routes`: every route by set, and who may open it.
import { routeSets } from '../src/app/route-sets/choose-route-set.ts'
import { routesOf } from '../src/app/route-sets/find-route.ts'
import type { AppRoute, Guard } from '../src/app/route-sets/route.ts'

for (const set of Object.values(routeSets)) {
  const routes = routesOf(set).sort((a, b) => (a.path < b.path ? -1 : 1))
  console.log(`\n${set.name}: ${routes.length} routes, everything else → ${set.fallback}`)
  for (const route of routes) {
    console.log(`  ${route.path.padEnd(46)} ${guardWords(route.guard).padEnd(52)} ${state(route)}`)
  }
}

function state(route: AppRoute): string {
  return route.kind === 'redirect' ? `→ ${route.to}` : 'screen'
}

function guardWords(guard: Guard): string {
  switch (guard.kind) {
    case 'pages':
      return `may view ${guard.pages.join(' or ')}`
    case 'permission':
      return `holds ${guard.permission}`
    case 'public':
      return 'anybody'
    case 'session':
      return 'whoever is signed in'
    case 'staff':
      return 'staff'
    case 'admin':
      return 'admins'
  }
}
