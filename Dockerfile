FROM python:3.11-slim AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
# These values only let the settings load: nothing is signed and nobody is called while building.
RUN DJANGO_SETTINGS_MODULE=config.settings.production SECRET_KEY=build ALLOWED_HOSTS=build \
    DATABASE_URL=postgres://build/build REDIS_URL=redis://build \
    /venv/bin/python manage.py translations compile
# What phones keep to judge without a network; without it the recorder works as well.
RUN DJANGO_SETTINGS_MODULE=config.settings.production SECRET_KEY=build ALLOWED_HOSTS=build \
    DATABASE_URL=postgres://build/build REDIS_URL=redis://build \
    /venv/bin/python manage.py offline

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production
RUN useradd --system --uid 10001 --no-create-home kaiten
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
USER kaiten
EXPOSE 8000
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--no-server-header"]
