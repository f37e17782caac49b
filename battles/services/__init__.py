"""A battle's life: opened, claimed, fought, settled once; taken up again when its process dies."""

from battles.services.claiming import lease_is_over
from battles.services.failing import through_outages
from battles.services.forecasting.forecast_chunks import publish_chunks, reconcile_forecasts, run_chunk, tidy_forecasts
from battles.services.forecasting.forecasts import ask_comparison, ask_forecast, cancel_forecast
from battles.services.health import Health, launchers_notes, record_heartbeat, site_health, site_health_now
from battles.services.held.choosing import add_columns, hold_battle, takes_columns
from battles.services.life import Claim, claim_battle, fight_battle, fight_here, run_battle, settle_battle
from battles.services.opening import create_battle, create_one_off, fight_again, numbers_now, refreeze_battle
from battles.services.publishing import publish_due, send_alive
from battles.services.recovery import Reconciled, publish_again, reconcile, retry_battle

__all__ = [
    "Claim",
    "Health",
    "Reconciled",
    "add_columns",
    "ask_comparison",
    "ask_forecast",
    "cancel_forecast",
    "claim_battle",
    "create_battle",
    "create_one_off",
    "fight_again",
    "fight_battle",
    "fight_here",
    "hold_battle",
    "launchers_notes",
    "lease_is_over",
    "numbers_now",
    "publish_again",
    "publish_chunks",
    "publish_due",
    "reconcile",
    "reconcile_forecasts",
    "record_heartbeat",
    "refreeze_battle",
    "retry_battle",
    "run_battle",
    "run_chunk",
    "send_alive",
    "settle_battle",
    "site_health",
    "site_health_now",
    "takes_columns",
    "through_outages",
    "tidy_forecasts",
]
