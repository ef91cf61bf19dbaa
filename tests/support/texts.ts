/* Texts with invisible characters, for the form and the database: what is entered, and what is stored. */

export const dirtyLines: [string, string][] = [
  ['\u200EAna\u200F', 'Ana'],
  ['\u202AAna\u202C \u202Egpj', 'Ana gpj'],
  ['An\u200Ba', 'Ana'],
  ['\uFEFFAna', 'Ana'],
  ['\u061Cأنا', 'أنا'],
  ['An\u2060a\uFFF9', 'Ana'],
  ['An\u0007a\u009F', 'Ana'],
  ['A\u200Dn\u200Ca\uFE0F', 'Ana'],
  ['\u00A0 Ana\t\r\nLi\u2028Ho \u3000', 'Ana Li Ho'],
  ['Ana\u{E0041}\u{E0100}', 'Ana'],
  // Characters that scripts and emoji need.
  ['می‌خواهم', 'می‌خواهم'],
  ['ക്‍ഷ', 'ക്‍ഷ'],
  ['สวัสดี\u200Bครับ', 'สวัสดี\u200Bครับ'],
  ['👩‍👩‍👧 ❤️ 1️⃣', '👩‍👩‍👧 ❤️ 1️⃣'],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['葛\u{E0100}', '葛\u{E0100}'],
  // Its compatibility form has a space, which cleaning again would remove.
  ['¨a', '¨a'],
  ['™️', '™️'],
]

export const dirtyTexts: [string, string][] = [
  ['One\r\nTwo\u2028\u202EThree\u0085', 'One\nTwo\nThree'],
  ['\n\u200E Tab\there \u200F\n', 'Tab\there'],
]
