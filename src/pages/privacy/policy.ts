import { retentionPeriods } from '../../supabase/rules/retention.ts'

/** Joins and reports are stored only when the directory is live. */
const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

const captchaName = { turnstile: 'Cloudflare Turnstile', hcaptcha: 'hCaptcha' }
const captcha = import.meta.env.VITE_CAPTCHA_PROVIDER

export const effectiveDate = 'April 11, 2025'

/** The sections of the policy. The page adds links to 'Your Rights' and 'Contact Us'. */
export const policy: { id: string; title: string; paragraphs: string[]; points?: string[] }[] = [
  {
    id: 'information-we-collect',
    title: 'Information We Collect',
    paragraphs: ['We collect the information you give us and what the service needs to run:'],
    points: [
      'Account details: your email address and, if you set one, your password. Passwords and the codes that sign you in are stored only as hashes.',
      'Passkeys: the names and public keys of those you add. Your fingerprint or face never leaves your device.',
      'Google and Apple: if you sign in with one of them, we receive your name, your email address, the id of your account there and, from Google, the address of your picture. We use the name and the email address; we neither load nor show the picture. They learn that you use this site, but nothing that you do here.',
      ...(captcha
        ? [
            `Protection from bots: when you open the dialog to sign in, your browser loads ${captchaName[captcha]}, which checks that you are a person. It receives your IP address and details about your browser and this visit, under its own privacy policy. We learn only the result.`,
          ]
        : []),
      'Profile details: your name and phone number and, if you provide them, your address, country and interests.',
      'Communities: the name, description, the host whom you choose to show, location or requested place, category, languages, member count, WhatsApp link, join type, groups and image of each community you list.',
      'Proofs: the codes that you request to prove that a WhatsApp group is yours, and when you used them. We read the name and description of the group on WhatsApp, and keep the time of the proof.',
      'WhatsApp groups: the name of the group behind each invite link, and when you asked us to check a link.',
      'Appeals: what you write when you ask us to look again at our decision to reject or hide a community.',
      'Co-owners: which communities you co-own, and since when. The owner and the co-owner of a community see each other by name.',
      'Invitations: the email addresses that you invite to co-own or take over a community, and the answers. We do not tell you whether an address has an account.',
      ...(isDirectoryLive
        ? [
            'Joins: which communities you asked to join, and when. Owners see how many people joined, never who.',
            'Answers: whether you say that a community you joined is still active. Only you see this.',
            'Saved communities: which communities you saved, and when. Nobody else sees this. While you are signed out, your browser stores them.',
            'Reports: the reason and comment when you report a community, which only administrators see.',
            'Claims: which communities of other owners you claim, when you proved that you manage the group, and our decision; and your answers to claims of your communities. Only administrators see who claims a community.',
            "Places near you, when you press 'Near me': your location stays on your device, and we receive only the names of places near you.",
            'Email alerts: the searches and filters for which you want emails about new communities, which only you see.',
          ]
        : []),
      'Suspensions: if an administrator suspends your account, the reason and the end, which only you and administrators see.',
      'Notes: what administrators write about you for each other. You find it in the copy of your data.',
      'Drafts: your browser keeps what you enter in the forms for communities and your profile until you save it, discard it or sign out. It keeps the email and the code that you type to sign in until you close the tab, and the address to which we sent a code until you have signed in. We receive none of this before you send it.',
      'A sign-in session, stored in your browser to keep you signed in until you sign out, and that an account was used there.',
    ],
  },
  {
    id: 'how-we-use-information',
    title: 'How We Use Your Information',
    paragraphs: ['We use this information to:'],
    points: [
      'sign you in and keep your account secure;',
      'review, approve and display the communities you list;',
      'send you emails with a code to sign in, or to confirm your email address or set a new password;',
      'email you about decisions on your communities, invite links that stop working and invitations to communities, and ask whether your communities are still active, unless you turn this off in your profile;',
      ...(isDirectoryLive
        ? [
            'ask you by email to answer a claim of one of your communities;',
            'email you the outcome of your reports, unless you turn this off in your profile;',
            'email you about new communities, if you ask for it, until you unsubscribe;',
          ]
        : []),
      'detect and prevent abuse of the directory.',
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing of Information',
    paragraphs: [
      'We do not sell your personal information.',
      `${isDirectoryLive ? 'Once a community is approved, the details you entered are public, except for its WhatsApp link: we show it only to signed-in users who ask to join.' : 'The details you enter about a community, including its WhatsApp link, are meant to be shown to others once it is approved.'} Only you and the administrators of this directory can see your profile details; the people with whom you share a community also see your name.`,
      'The companies that host our database and files and deliver our emails process information only on our behalf and on our instructions. Otherwise, we disclose it only if the law requires us to.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    paragraphs: [
      'Information is sent over encrypted connections, and the database checks on every request who may read or change each record. No system is perfectly secure, so please choose a password that you do not use anywhere else.',
    ],
  },
  {
    id: 'retention',
    title: 'How Long We Keep Information',
    paragraphs: [
      `We keep your account${isDirectoryLive ? ', your saved communities, your email alerts' : ''} and your communities until you delete them. We delete other information automatically:`,
    ],
    points: [
      ...(isDirectoryLive
        ? [
            `Joins: after ${retentionPeriods.joins}.`,
            `Answers about communities you joined: after ${retentionPeriods.answers}.`,
            `Reports: ${retentionPeriods['resolved reports']} after an administrator has resolved them.`,
            `Claims: ${retentionPeriods['closed claims']} after they are decided or closed.`,
          ]
        : []),
      `Appeals: ${retentionPeriods['closed appeals']} after we have decided.`,
      `Invitations: ${retentionPeriods.invitations} after they expire.`,
      `Emails about ${isDirectoryLive ? 'communities' : 'your communities'}: ${retentionPeriods.emails} after we wrote them.`,
      `Codes that prove a WhatsApp group is yours: ${retentionPeriods['ownership codes']} after they stop working.`,
      `When you asked us to check a link: after ${retentionPeriods['link checks']}.`,
      'Suspensions: when they end.',
      `Notes of administrators: after ${retentionPeriods.notes}.`,
      `The record of decisions on your communities and of changes by administrators: after ${retentionPeriods['audit log']}.`,
    ],
  },
  {
    id: 'your-rights',
    title: 'Your Rights',
    paragraphs: ['You may at any time:'],
    points: [
      'see and correct your profile and your communities;',
      'delete a community, or hand it over;',
      `delete your account, which permanently removes your profile, your communities and their images${isDirectoryLive ? ', your saved communities, your joins, your reports, your claims and your email alerts' : ''};`,
      `choose which emails about ${isDirectoryLive ? 'communities' : 'your communities'} you receive;`,
      'download a copy of the information we hold about you.',
    ],
  },
  {
    id: 'third-party-links',
    title: 'Third-Party Links',
    paragraphs: [
      'Communities link to WhatsApp, and some images are loaded from a stock photo service. These services have their own privacy policies, and we are not responsible for their practices. If you join a WhatsApp group, its members can see your phone number.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    paragraphs: [
      'When we change this policy, we publish the new version on this page and update the effective date above. We do not announce changes by email, so please check this page from time to time.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact Us',
    paragraphs: ['If you have questions about this policy or your information, email us at'],
  },
]
