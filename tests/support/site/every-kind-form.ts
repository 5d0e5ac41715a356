// A form with a field of every kind, and the page that shows it: what staff would add to the site's content.

export const WORDING = "I agree that Evenhall sends me news about workshops by email. I can withdraw this at any time.";

export const WORKSHOP_PATH = "/workshop/";

export const WORKSHOP_FORM = `form: workshop
title: Workshop booking
fields:
  - { input: text, name: firstName, label: First name, required: true, autocomplete: given-name, width: half }
  - { input: email, name: email, label: Email, required: true, autocomplete: email, width: half }
  - { input: tel, name: phone, label: Phone, autocomplete: tel, width: half }
  - { input: date, name: arrival, label: Day of arrival, width: half }
  - { input: number, name: seats, label: Seats, required: true, min: 1, max: 40, width: half }
  - input: select
    name: room
    label: Room
    placeholder: Choose a room
    width: half
    options:
      - { value: loft, label: The loft }
      - { value: hall, label: The hall }
  - input: checkboxes
    name: topics
    label: Topics
    hint: Choose as many as you like.
    required: true
    options:
      - { value: staging, label: Staging and light }
      - { value: catering, label: Catering for guests with allergies and other needs }
      - { value: sound, label: Sound }
  - { input: text, name: dietaryNeeds, label: Dietary needs, hint: "Allergies, halal, kosher, vegan" }
  - { input: textarea, name: notes, label: Anything else, rows: 3 }
  - input: consent
    name: terms
    label: Terms
    required: true
    wording: I have read the terms and accept them.
    link: { label: Terms of Service, href: /terms-of-service }
  - input: consent
    name: newsletter
    label: News by email
    wording: >-
      I agree that {brand.name} sends me news about workshops by email.
      I can withdraw this at any time.
    link: { label: Privacy Policy, href: /privacy-policy }
submit: { idle: Book the workshop, busy: Sending... }
notices:
  success: { title: Booked, text: We will confirm by email. }
  failure: { title: Not booked, text: Please try again., look: destructive }
`;

export const WORKSHOP_PAGE = `title: Workshop
description: A day behind the scenes for people who plan events, with a request form that has a field of every kind there is.
sections:
  - { type: page-hero, heading: A day behind the scenes }
  - { type: request-form, heading: Book a seat, form: workshop }
`;

/** Below content/. */
export const WORKSHOP_FILES = { "forms/workshop.yaml": WORKSHOP_FORM, "pages/workshop.yaml": WORKSHOP_PAGE };
