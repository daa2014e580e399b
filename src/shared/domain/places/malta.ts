import { type Coordinates, metresBetween } from './coordinates'

/** A town or village with its middle. Rank 1 is written on the smallest map, 3 only on a large one. */
export type Locality = { name: string; lat: number; lng: number; rank: 1 | 2 | 3 }

const row = (name: string, lat: number, lng: number, rank: 1 | 2 | 3): Locality => ({ name, lat, lng, rank })

/** Towns and villages of Malta and Gozo, with the places that addresses name beside them. */
export const localities: readonly Locality[] = [
  row('Attard', 35.8904, 14.4423, 2),
  row('Baħrija', 35.896, 14.349, 3),
  row('Balzan', 35.8986, 14.4537, 3),
  row('Birgu', 35.8878, 14.5225, 2),
  row('Birkirkara', 35.8972, 14.4611, 2),
  row('Birżebbuġa', 35.8258, 14.5272, 1),
  row('Bormla', 35.8822, 14.5222, 3),
  row('Buġibba', 35.9506, 14.4136, 2),
  row('Burmarrad', 35.9343, 14.4135, 3),
  row('Dingli', 35.8608, 14.3817, 2),
  row('Fgura', 35.8725, 14.5228, 3),
  row('Floriana', 35.8933, 14.5058, 3),
  row('Fontana', 36.0375, 14.2361, 3),
  row('Għajnsielem', 36.0261, 14.2903, 2),
  row('Għarb', 36.0603, 14.2089, 2),
  row('Għargħur', 35.9239, 14.4531, 3),
  row('Għasri', 36.0586, 14.2256, 3),
  row('Għaxaq', 35.8489, 14.5164, 3),
  row('Gudja', 35.8478, 14.5031, 3),
  row('Gżira', 35.9058, 14.4956, 3),
  row('Ħal Far', 35.8153, 14.5086, 3),
  row('Ħamrun', 35.8858, 14.4894, 3),
  row('Iklin', 35.9044, 14.4544, 3),
  row('Isla', 35.8878, 14.5169, 3),
  row('Kalkara', 35.8892, 14.5328, 3),
  row('Kerċem', 36.0417, 14.2267, 3),
  row('Kirkop', 35.8425, 14.4853, 3),
  row('Lija', 35.9014, 14.4472, 3),
  row('Luqa', 35.8597, 14.4886, 2),
  row('Marsa', 35.8792, 14.4953, 3),
  row('Marsaskala', 35.8622, 14.5675, 1),
  row('Marsalforn', 36.0717, 14.2575, 2),
  row('Marsaxlokk', 35.8419, 14.5431, 2),
  row('Mdina', 35.8858, 14.4031, 3),
  row('Mellieħa', 35.9564, 14.3625, 1),
  row('Mġarr', 35.9208, 14.3664, 2),
  row('Mosta', 35.9097, 14.4256, 1),
  row('Mqabba', 35.8475, 14.4675, 3),
  row('Msida', 35.8986, 14.4894, 3),
  row('Mtarfa', 35.8897, 14.3992, 3),
  row('Munxar', 36.0303, 14.2347, 3),
  row('Nadur', 36.0378, 14.2942, 1),
  row('Naxxar', 35.9136, 14.4436, 2),
  row('Paceville', 35.9239, 14.4889, 3),
  row('Paola', 35.8731, 14.5075, 2),
  row('Pembroke', 35.9303, 14.4769, 3),
  row('Pietà', 35.8944, 14.4953, 3),
  row('Qala', 36.0361, 14.3106, 2),
  row('Qawra', 35.9514, 14.4206, 3),
  row('Qormi', 35.8781, 14.4722, 2),
  row('Qrendi', 35.8342, 14.4586, 3),
  row('Rabat', 35.8817, 14.3989, 1),
  row('Safi', 35.8333, 14.485, 3),
  row('San Ġwann', 35.9056, 14.4767, 3),
  row('San Lawrenz', 36.0547, 14.2036, 3),
  row('Sannat', 36.0244, 14.2428, 3),
  row('Santa Luċija', 35.8631, 14.5044, 3),
  row('Santa Venera', 35.8908, 14.4744, 3),
  row('Siġġiewi', 35.8556, 14.4364, 1),
  row('Sliema', 35.9122, 14.5042, 1),
  row('St Julian’s', 35.9183, 14.4883, 2),
  row('St Paul’s Bay', 35.9483, 14.4017, 1),
  row('Swieqi', 35.9222, 14.48, 3),
  row('Ta’ Xbiex', 35.8992, 14.4986, 3),
  row('Tarxien', 35.8658, 14.515, 3),
  row('Valletta', 35.8986, 14.5136, 1),
  row('Victoria', 36.0444, 14.2397, 1),
  row('Xagħra', 36.0503, 14.2669, 2),
  row('Xewkija', 36.0325, 14.2583, 3),
  row('Xgħajra', 35.8856, 14.5475, 3),
  row('Xlendi', 36.0297, 14.2178, 2),
  row('Żabbar', 35.8775, 14.5381, 2),
  row('Żebbuġ', 35.8719, 14.4411, 2),
  row('Żejtun', 35.8558, 14.5333, 1),
  row('Żurrieq', 35.8311, 14.4744, 1),
]

/** The nearest town, when the point is on or about the islands (within 6 km of one). */
export function localityNear(at: Coordinates): Locality | null {
  let best: { locality: Locality; metres: number } | null = null
  for (const locality of localities) {
    const metres = metresBetween(at, locality)
    if (metres < (best?.metres ?? 6_000)) best = { locality, metres }
  }
  return best?.locality ?? null
}
