# The image of every process of a larger site: web, worker, clock (docs/hosting.md).
FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    BIVOUAC_STATE=/var/lib/bivouac BIVOUAC_KERNEL_CACHE=/var/cache/bivouac/kernels
WORKDIR /srv/bivouac
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock
COPY . .
RUN useradd --system --home-dir /var/lib/bivouac bivouac \
    && install -d -o bivouac -g bivouac -m 700 /var/lib/bivouac /var/cache/bivouac /var/cache/bivouac/kernels
USER bivouac
# What pages load, made once; the key signs nothing here, and no database is asked.
RUN SECRET_KEY=only-for-the-building-of-this-image-0123456789abcdef BIVOUAC_KERNELS=0 python manage.py collectstatic --no-input -v 0
EXPOSE 8000
CMD ["python", "-m", "config.web", "--listen", "0.0.0.0:8000"]
