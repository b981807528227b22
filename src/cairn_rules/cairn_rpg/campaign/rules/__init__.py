"""The rules of a campaign: what each action does, and when it is legal."""
